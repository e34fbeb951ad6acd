"""House rules of Rami with a number."""

from flask import Flask
from support.phones import entries, new_table


class TestHouseRule:
    def test_a_number_and_a_counted_choice(self, app: Flask) -> None:
        table = new_table(app, "rami", ["Anna", "Bo"])
        table.post("/house-rule", **{"options[end_at]": "#points", "options[end_at_number]": "300"})
        assert entries(app, table.match)[0].body["value"] == {"points": 300}
