"""The scoreboard of six players on a TV."""

from browser.table import Make, NewMatch


def test_the_qr_code_on_a_tv_is_a_fifth_of_its_height(phone: Make, new_match: NewMatch) -> None:
    """On a 40-inch screen 10 cm high, which a phone can scan from 3 m; the numbers of six players stay readable."""
    page = phone(width=1920, height=1080)
    new_match(page, "english_rams", ["Anna", "Bo", "Cia", "Dag", "Eva", "Finn"], at="/board")
    code, digits = (page.locator(part).first.bounding_box() for part in (".big-foot .big-join svg", ".digits"))
    assert code
    assert digits
    assert code["height"] >= 215
    assert digits["height"] >= 150
