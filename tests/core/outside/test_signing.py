"""Signatures by the example of Standard Webhooks, which its libraries are tested with."""

import base64

import pytest

from core.outside import signing

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
ID, AT = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330
BODY = b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
HEADERS = {"webhook-id": ID, "webhook-timestamp": str(AT), "webhook-signature": SIGNATURE}


def test_the_example_has_its_signature() -> None:
    assert signing.sign(BODY, secret=SECRET, id_=ID, at=AT) == HEADERS


def test_a_secret_is_a_key_in_base64_or_the_key_itself() -> None:
    assert signing.key(SECRET) == base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    assert signing.key("plain") == b"plain"
    for wrong in ("whsec_", "whsec_ä", "whsec_???", "whsec_MfKQ9"):
        with pytest.raises(ValueError):  # noqa: PT011
            signing.key(wrong)


def test_one_of_several_signatures_and_secrets_is_enough() -> None:
    other = "v1a,AAAA v1,bm9ldHUjKzFob2VudXRob2VodWUzMjRvZXVvdW9ldQo= "
    headers = {**HEADERS, "webhook-signature": other + SIGNATURE}
    assert signing.verified(headers, BODY, secrets=["new", SECRET], at=AT + 300)
    assert not signing.verified(headers, BODY, secrets=["new"], at=AT)
    assert not signing.verified(headers, BODY, secrets=[SECRET], at=AT + 301)
    headers["webhook-signature"] = other
    assert not signing.verified(headers, BODY, secrets=[SECRET], at=AT)
