"""One form for each address: an IPv4 client is the same by an IPv6 socket."""

import pytest

from core.ip_addresses import bucket, parsed

pytestmark = pytest.mark.rule("ACCOUNT-2")


@pytest.mark.parametrize(
    ("text", "kept", "counted_by"),
    [
        ("203.0.113.7", "203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7", "203.0.113.7"),
        ("::FFFF:cb00:7107", "203.0.113.7", "203.0.113.7"),
        ("0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7", "203.0.113.7"),
        ("2001:DB8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::1", "::1", "::"),
        ("", None, ""),
        ("testclient", None, "testclient"),
    ],
)
def test_an_address_has_one_form_and_one_bucket(
    text: str, kept: str | None, counted_by: str
) -> None:
    assert (parsed(text), bucket(text)) == (kept, counted_by)
