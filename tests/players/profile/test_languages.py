"""In which language a socket speaks."""

import pytest

from players.profile.languages import language_of


@pytest.mark.parametrize(
    ("address", "cookie", "browser", "language"),
    [
        ("at=table/1&language=it", "en", "en", "it"),
        ("language=it&language=en", "", "", "it"),
        ("at=table/1&language=xx", "it", "en", "it"),
        ("", "it", "en", "it"),
        ("", "", "it-IT,it;q=0.9,en;q=0.8", "it"),
        ("", "", "fr,de;q=0.5", "en"),
        (f"language={'x' * 600}", "", "", "en"),
    ],
)
def test_the_page_s_language_comes_first(
    address: str, cookie: str, browser: str, language: str
) -> None:
    scope = {
        "query_string": address.encode(),
        "cookies": {"django_language": cookie},
        "headers": [(b"accept-language", browser.encode())],
    }
    assert language_of(scope) == language
