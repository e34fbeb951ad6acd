"""The house rules of a match as the head of its protocol tells them."""

from collections.abc import Iterator

from companion.presentation.annotations import next_deal
from companion.rules.entries import OptionChange
from companion.rules.messages import say
from companion.rules.options import chosen, house_rules
from companion.rules.tally import Tally
from companion.translation import Language, choice_text, option_text, speak


def rules_at_last(tally: Tally, catalogue: Language) -> Iterator[str]:
    """The house rules as the match ended with them, and since or until when, where they were changed on the way."""
    names = [name for options in (tally.record.options, tally.options) for name, _, _ in chosen(options)]
    for name in dict.fromkeys(names):
        rule = dict(house_rules(tally.options))[name]
        began, now = (getattr(options, name) for options in (tally.record.options, tally.options))
        words = option_text(rule, now, catalogue)
        if began == now and type(began) is type(now):
            yield words
        else:
            before = choice_text(rule, began, catalogue)
            deal = tally.record.deal_numbers.get(next_deal(tally, _changed_by(tally, name)))
            said = say("{rule} (from deal {n} on, before that {before})", rule=words, n=deal, before=before)
            yet = say("{rule} (from the next deal on, before that {before})", rule=words, before=before)
            yield speak(said if deal else yet, catalogue)


def _changed_by(tally: Tally, name: str) -> int:
    """The entry that has changed a house rule last."""
    changes = (one for one in tally.record.counting if isinstance(one.body, OptionChange) and one.body.option == name)
    return max((one.number for one in changes), default=0)
