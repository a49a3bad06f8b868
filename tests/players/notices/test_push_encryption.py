"""Web Push by the RFCs' own examples."""

from datetime import UTC, datetime

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec

from players.notices import push_encryption
from players.notices.push_encryption import decode, encode
from tests.players.notices import push_service

# RFC 8291, appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
    "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulc"
    "y4a-fN"
)
# RFC 8292, section 2.4, without its line breaks.
AUTHORIZATION = (
    "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJl"
    "eHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HL"
    "GkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, "
    "k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
)


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode(text), "big"), ec.SECP256R1())


def test_the_example_of_rfc_8291_is_encrypted_byte_by_byte() -> None:
    body = push_encryption.encrypt(
        TEXT, p256dh=P256DH, auth=AUTH, sender=private(SENDER), salt=decode(SALT)
    )
    assert encode(body) == BODY


def test_a_browser_reads_a_message_whose_key_is_never_the_same() -> None:
    bodies = [push_encryption.encrypt(TEXT, p256dh=P256DH, auth=AUTH) for _ in range(2)]
    assert bodies[0][:16] != bodies[1][:16]
    assert bodies[0][21:86] != bodies[1][21:86]
    for body in (*bodies, decode(BODY)):
        assert push_service.decrypted(body, private(BROWSER), decode(AUTH)) == TEXT


def test_a_signature_is_checked_as_that_of_rfc_8292() -> None:
    claims = push_service.verified(AUTHORIZATION)[0]
    assert claims["sub"] == "mailto:push@example.com"
    with pytest.raises(InvalidSignature):
        push_service.verified(AUTHORIZATION.replace(".i3C", ".i3D"))
    key = private(SENDER)
    header = push_encryption.authorization(
        key,
        audience="https://push.example.net",
        subject="mailto:push@example.com",
        expires=datetime(2016, 1, 23, 4, 36, 8, tzinfo=UTC),
    )
    assert push_service.verified(header) == (claims, encode(push_encryption.point(key)))
