"""Who somebody is (KYC-1): steps and who takes them, gates, documents and who sees them."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from functools import partial
from html import unescape
from io import BytesIO
from time import sleep
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from core.refusal import Refusal, RefusalCode
from core.types import Cents
from payouts.models import CounterOrder
from payouts.protection import limits
from payouts.wallets import counter
from players import identity
from players.identity import Gate, cases, documents, gates
from players.models import (
    Compared,
    Identity,
    IdentityDocument,
    IdentityState,
    IdentityStep,
    Merge,
    Notice,
    User,
)
from players.refusals import PlayerCode
from players.room_settings import (
    IDENTITY_FOR_BUY_IN_ABOVE,
    IDENTITY_FOR_PLAY,
    IDENTITY_FOR_WITHDRAWAL,
)
from tests.harness import worlds
from tests.payouts.crowd import at_once
from tests.players.identities import identity as identity_row
from tests.tables.rooms import people as users
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments.entry.registration import register
from tournaments.models import Act, Entry
from tournaments.staff import people

pytestmark = [pytest.mark.django_db, pytest.mark.rule("KYC-1")]

SAID = documents.IdentityStatement("Anna Bianchi", date(1990, 3, 1), "BNCNNA90C41H501X")
PDF = b"%PDF-1.7 the secret of the passport\n%%EOF\n"
ALL = [*Compared.values]


def picture(form: str = "PNG", size: tuple[int, int] = (60, 40), **more: Any) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "teal").save(out, form, **more)
    return out.getvalue()


@pytest.fixture
def anna() -> User:
    [user] = events.players(1)
    return user


@pytest.fixture
def carla() -> User:
    return User.objects.create_user("carla", is_staff=True)


def show(user: User, sent: bytes = PDF, now: datetime = START) -> IdentityDocument:
    return documents.send(user_id=user.pk, statement=SAID, kind="passport", sent=sent, now=now)


def refused(ask: Callable[[], object]) -> Any:
    with pytest.raises(Refusal) as error:
        ask()
    return error.value.code


STEPS = {
    ("unchecked", "asked"), ("unchecked", "in_review"), ("unchecked", "verified"),
    ("asked", "in_review"), ("asked", "verified"), ("asked", "refused"),
    ("in_review", "asked"), ("in_review", "verified"), ("in_review", "refused"),
    ("verified", "asked"), ("verified", "in_review"), ("verified", "refused"),
    ("verified", "expired"),
    ("refused", "asked"), ("refused", "verified"),
    ("expired", "asked"), ("expired", "in_review"), ("expired", "verified"), ("expired", "refused"),
}  # fmt: skip


def test_the_steps_are_those_of_the_book() -> None:
    taken = {(a.value, b.value) for a in IdentityState for b in IdentityState if a.may_become(b)}
    assert taken == STEPS


def test_from_a_document_to_verified_every_step_is_kept_and_told(anna: User, carla: User) -> None:
    row = show(anna)
    assert gates.standing(anna.pk, now=START) == IdentityState.IN_REVIEW
    verify = partial(
        people.verify_identity, user_id=anna.pk, by=carla.pk, why="passport seen", checked=ALL
    )
    verify(now=START)
    verify(now=START)
    known = Identity.objects.get(pk=anna.pk)
    assert (known.name, known.born, known.number) == tuple(SAID)
    steps = IdentityStep.objects.order_by("pk").values_list("before", "after", "by", "why")
    assert list(steps) == [
        ("unchecked", "in_review", anna.pk, ""),
        ("in_review", "verified", carla.pk, "passport seen"),
    ]
    assert list(Act.objects.values_list("verb", "about", "why")) == [
        ("verify_identity", anna.username, "passport seen")
    ]
    assert list(Notice.objects.values_list("kind", "data")) == [("identity", {"state": "verified"})]
    assert refused(lambda: show(anna)) == PlayerCode.IDENTITY_KNOWN
    assert row.keep_until == START + timedelta(days=3650)


@pytest.mark.parametrize(
    ("verb", "why", "own", "code"),
    [
        (cases.verify, " ", False, "NO_REASON"),
        (cases.verify, "x", True, "OWN_IDENTITY"),
        (cases.refuse, "x", False, "IDENTITY_STEP"),
        (cases.expire, "x", False, "IDENTITY_STEP"),
    ],
)
def test_what_is_refused_changes_nothing(
    anna: User, carla: User, verb: Any, why: str, own: bool, code: str
) -> None:
    by = anna if own else carla
    assert refused(lambda: verb(user_id=anna.pk, by=by.pk, why=why, now=START)) == code
    assert not Identity.objects.exists()


def test_what_a_player_writes_after_staff_have_read_is_not_verified(
    anna: User, carla: User
) -> None:
    show(anna)
    read = cases.statement(anna.pk)
    other = SAID._replace(name="Anna Verdi")
    documents.send(user_id=anna.pk, statement=other, kind="passport", sent=PDF, now=START)
    verify = partial(
        people.verify_identity, user_id=anna.pk, by=carla.pk, why="seen", checked=ALL, now=START
    )
    assert refused(lambda: verify(seen=read)) == PlayerCode.IDENTITY_CHANGED
    assert gates.standing(anna.pk, now=START) == IdentityState.IN_REVIEW
    verify(seen=cases.statement(anna.pk))
    assert gates.standing(anna.pk, now=START) == IdentityState.VERIFIED


def test_the_dialog_of_a_verification_shows_and_means_what_the_player_says(anna: User) -> None:
    show(anna)
    client = desk("cashier")
    address = f"/admin/players/identity/{anna.pk}/verify/"
    dialog = client.get(address).content.decode()
    assert all(word in dialog for word in ("Anna Bianchi", "1 March 1990", "BNCNNA90C41H501X"))
    other = SAID._replace(number="X2")
    documents.send(user_id=anna.pk, statement=other, kind="passport", sent=PDF, now=START)
    [seen] = re.findall(r'name="seen" value="([^"]*)"', dialog)
    ticked = dict.fromkeys(ALL, "on")
    filled = {"_form_submitted": "on", "reason": "passport", "seen": unescape(seen), **ticked}
    client.post(address, filled)
    one = client.get(reverse("admin:players_identity_change", args=[anna.pk]))
    assert "details have changed since you read them" in one.content.decode()
    assert gates.standing(anna.pk, now=datetime.now(UTC)) == IdentityState.IN_REVIEW


BORN = SAID.born


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"name": "Bruna Neri", "born": BORN, "number": "bncnna90c41h501x"}, True),
        ({"name": "Bruna Neri", "born": BORN, "number": "BNC NNA 90C41 H501X"}, True),
        ({"name": "ANNA BIANCHI", "born": BORN, "number": ""}, True),
        ({"name": "Bianchi, Ànna", "born": BORN, "number": ""}, True),
        ({"name": "Anna Bianchi", "born": date(1991, 3, 1), "number": "X2"}, False),
        ({}, False),
    ],
)
def test_staff_read_which_account_seems_to_be_the_same_person(
    anna: User, carla: User, said: dict[str, Any], named: bool
) -> None:
    show(anna)
    cases.verify(user_id=anna.pk, by=carla.pk, why="passport", checked=ALL, now=START)
    [twin] = users(1, "twin")
    identity_row(user_id=twin.pk, state=IdentityState.IN_REVIEW, since=START, **said)
    client = desk("cashier")
    for address in ("verify", "change"):
        page = client.get(f"/admin/players/identity/{twin.pk}/{address}/").content.decode()
        assert (f">{anna.username}</a> (verified)" in page) is named
    assert [row.pk for row in cases.same_person(anna.pk)] == ([twin.pk] if named else [])


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (
            {"name": "Bruna Neri", "born": BORN, "number": "bncnna 90c41h501x"},
            PlayerCode.SAME_NUMBER,
        ),
        ({"name": "anna bianchì", "born": BORN, "number": "X2"}, PlayerCode.SAME_PERSON),
    ],
)
def test_one_person_has_one_verified_account(
    anna: User, carla: User, said: dict[str, Any], code: RefusalCode
) -> None:
    show(anna)
    cases.verify(user_id=anna.pk, by=carla.pk, why="passport", checked=ALL, now=START)
    [twin] = users(1, "twin")
    identity_row(user_id=twin.pk, state=IdentityState.IN_REVIEW, since=START, **said)
    verify = partial(cases.verify, user_id=twin.pk, by=carla.pk, why="card", now=START)
    with pytest.raises(Refusal) as refusal:
        verify()
    assert (refusal.value.code, refusal.value.context) == (code, {"names": anna.username})
    if code == PlayerCode.SAME_NUMBER:
        # A number is one person's: nobody says otherwise.
        assert refused(partial(verify, other_person=True)) == code
        cases.expire(user_id=anna.pk, by=carla.pk, why="a stolen card", now=START)
        assert verify()
    else:
        assert verify(other_person=True)


def test_of_two_accounts_of_a_person_that_are_verified_at_once_one_is(
    transactional_db: None,
) -> None:
    carla = User.objects.create_user("carla", is_staff=True)
    twins = users(4, "twin")
    with transaction.atomic():
        for user in twins:
            identity_row(
                user_id=user.pk, state=IdentityState.IN_REVIEW, since=START, born=BORN, number="X1"
            )
    done = at_once(
        [partial(cases.verify, user_id=u.pk, by=carla.pk, why="x", now=START) for u in twins]
    )
    assert Identity.objects.filter(state=IdentityState.VERIFIED).count() == 1, done


def test_what_was_merged_away_is_no_other_account(anna: User, carla: User) -> None:
    show(anna)
    [twin] = users(1, "twin")
    identity_row(user_id=twin.pk, state=IdentityState.VERIFIED, since=START, **SAID._asdict())
    boss = User.objects.create_user("boss")
    merge = Merge.objects.create(user=anna, other=twin, why="x", given_by=carla, given_at=START)
    merge.decide("done", by=boss.pk, now=START)
    assert cases.same_person(anna.pk) == []
    assert cases.verify(user_id=anna.pk, by=carla.pk, why="card", checked=ALL, now=START)


def test_a_document_is_compared_point_by_point_before_it_verifies(anna: User, carla: User) -> None:
    show(anna)
    verify = partial(cases.verify, user_id=anna.pk, by=carla.pk, why="card", now=START)
    for some in ([], ALL[1:], [*ALL[1:], "other"]):
        assert refused(partial(verify, checked=some)) == PlayerCode.CHECKS_MISSING
    client = desk("cashier")
    address = f"/admin/players/identity/{anna.pk}/verify/"
    filled = {"_form_submitted": "on", "reason": "card", "seen": cases.statement(anna.pk)}
    assert "This field is required" in client.post(address, filled).content.decode()
    client.post(address, {**filled, **dict.fromkeys(ALL, "on")})
    assert gates.standing(anna.pk, now=datetime.now(UTC)) == IdentityState.VERIFIED
    assert IdentityStep.objects.latest("pk").checked == sorted(ALL)
    page = client.get(reverse("admin:players_identity_change", args=[anna.pk])).content.decode()
    assert "compared: the date of birth is the same, the name is the same" in page


def test_both_sides_are_kept_and_shown_beside_each_other(client: Client, anna: User) -> None:
    client.force_login(anna)
    back = SimpleUploadedFile("back.png", picture())
    answer = client.post(reverse("identity"), form(back=back), follow=True).content.decode()
    assert "Identity card, back" in answer
    front, behind = IdentityDocument.objects.order_by("pk")
    assert (front.side, behind.side) == ("front", "back")
    desk_of = desk("cashier")
    page = desk_of.get(reverse("admin:players_identity_compare", args=[anna.pk])).content.decode()
    for side in (front, behind):
        assert f'src="{reverse("admin:players_identity_document", args=[side.pk])}"' in page
    assert (
        desk("floor").get(reverse("admin:players_identity_compare", args=[anna.pk])).status_code
        == 404
    )
    for _ in range(3):
        documents.send(
            user_id=anna.pk, statement=SAID, kind="id_card", sent=PDF, back=PDF, now=front.sent_at
        )
    assert (
        refused(
            lambda: documents.send(
                user_id=anna.pk,
                statement=SAID,
                kind="id_card",
                sent=PDF,
                back=PDF,
                now=front.sent_at,
            )
        )
        == PlayerCode.DOCUMENTS_ENOUGH
    )


def test_who_was_refused_sends_nothing_until_asked_again(anna: User, carla: User) -> None:
    show(anna)
    cases.refuse(user_id=anna.pk, by=carla.pk, why="blurred", now=START)
    assert refused(lambda: show(anna)) == PlayerCode.IDENTITY_REFUSED
    cases.ask(user_id=anna.pk, by=carla.pk, why="once more", now=START)
    show(anna)
    assert gates.standing(anna.pk, now=START) == IdentityState.IN_REVIEW


def test_a_verification_runs_out_by_the_clock_and_a_job_writes_it_down(
    anna: User, carla: User
) -> None:
    cases.verify(user_id=anna.pk, by=carla.pk, why="passport", now=START)
    over = START + timedelta(days=5 * 365)
    before = over - timedelta(microseconds=1)
    assert gates.standing(anna.pk, now=before) == IdentityState.VERIFIED
    assert gates.standing(anna.pk, now=over) == IdentityState.EXPIRED
    assert [cases.expire_due(now=moment) for moment in (before, over, over)] == [0, 1, 0]
    assert list(IdentityStep.objects.values_list("after", "by").order_by("pk")) == [
        ("verified", carla.pk),
        ("expired", None),
    ]


def test_a_verification_that_ran_out_is_made_anew_before_any_job_has_come_by(
    anna: User, carla: User
) -> None:
    cases.verify(user_id=anna.pk, by=carla.pk, why="passport", now=START)
    over = START + timedelta(days=5 * 365)
    assert cases.verify(user_id=anna.pk, by=carla.pk, why="new passport", now=over)
    assert gates.standing(anna.pk, now=over) == IdentityState.VERIFIED
    steps = IdentityStep.objects.order_by("pk").values_list("after", flat=True)
    assert list(steps) == ["verified", "expired", "verified"]


GATES = [
    ({}, Gate.WITHDRAW, 0, True),
    ({}, Gate.BUY_IN, 1_000_000_00, True),
    ({}, Gate.PLAY, 0, True),
    ({IDENTITY_FOR_WITHDRAWAL: True}, Gate.WITHDRAW, 0, False),
    ({IDENTITY_FOR_WITHDRAWAL: True}, Gate.PLAY, 0, True),
    ({IDENTITY_FOR_BUY_IN_ABOVE: 50_00}, Gate.BUY_IN, 50_00, True),
    ({IDENTITY_FOR_BUY_IN_ABOVE: 50_00}, Gate.BUY_IN, 50_01, False),
    ({IDENTITY_FOR_PLAY: True}, Gate.PLAY, 0, False),
]


@pytest.mark.parametrize(("wanted", "gate", "cents", "passes"), GATES)
def test_a_gate_is_asked_only_where_a_setting_shuts_it(
    anna: User, carla: User, wanted: Any, gate: Gate, cents: int, passes: bool
) -> None:
    for setting, value in wanted.items():
        worlds.assume(setting, value)
    ask = partial(identity.check, user_id=anna.pk, gate=gate, amount=Cents(cents), now=START)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        if passes:
            ask()
        else:
            assert refused(ask) == PlayerCode.IDENTITY_NEEDED
    assert len(asked) == (0 if passes else 1)
    cases.verify(user_id=anna.pk, by=carla.pk, why="passport", now=START)
    ask()


def test_every_gate_is_asked_where_money_goes(anna: User, carla: User) -> None:
    event = events.sit_and_go()
    enter = partial(register, tournament_id=event.pk, user_id=anna.pk, now=START)
    worlds.assume(IDENTITY_FOR_PLAY, True)
    worlds.assume(IDENTITY_FOR_WITHDRAWAL, True)
    assert refused(enter) == PlayerCode.IDENTITY_NEEDED
    worlds.assume(IDENTITY_FOR_PLAY, False)
    worlds.assume(IDENTITY_FOR_BUY_IN_ABOVE, events.BUY_IN + events.FEE - 1)
    assert refused(enter) == PlayerCode.IDENTITY_NEEDED
    # A ticket costs nothing of the wallet: only play is asked about.
    limits.check_play(user_id=anna.pk, stake=0, now=START)
    out = partial(
        counter.give,
        kind=CounterOrder.Kind.PAY_OUT,
        user_id=anna.pk,
        amount=5_00,
        by=carla.pk,
        why="cash",
        now=START,
    )
    assert refused(partial(out, key="a")) == PlayerCode.IDENTITY_NEEDED
    assert not Entry.objects.exists()
    assert not CounterOrder.objects.exists()
    cases.verify(user_id=anna.pk, by=carla.pk, why="passport", now=START)
    out(key="a")
    events.fund(anna, cents=5_00)
    enter()


def test_documents_are_drawn_anew_sealed_and_bound_to_their_player(anna: User) -> None:
    told = picture("JPEG", comment=b"where it was taken")
    pdf, drawn = show(anna), show(anna, told)
    for row in IdentityDocument.objects.all():
        assert b"secret" not in bytes(row.sealed)
        assert b"where it was" not in documents.look(row.pk)[1].content
    assert documents.look(pdf.pk)[1] == documents.File("application/pdf", PDF)
    assert documents.look(drawn.pk)[1].content.startswith(b"\xff\xd8\xff")
    [other] = users(1, "other")
    with transaction.atomic(), pytest.raises(DatabaseError):
        IdentityDocument.objects.filter(pk=pdf.pk).update(user=other)
    mixed = IdentityDocument.objects.create(
        user=other, kind="passport", media="application/pdf",
        sealed=IdentityDocument.objects.get(pk=pdf.pk).sealed,
        sent_at=START, keep_until=START + timedelta(days=1),
    )  # fmt: skip
    assert refused(lambda: documents.look(mixed.pk)) == PlayerCode.NO_SUCH_DOCUMENT


def test_under_another_key_nobody_reads_them(anna: User, settings: Any) -> None:
    row = show(anna)
    settings.SECRET_KEY = "another"
    assert refused(lambda: documents.look(row.pk)) == PlayerCode.NO_SUCH_DOCUMENT


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"", PlayerCode.DOCUMENT_UNREADABLE),
        (b"%PDF-1.7 cut short", PlayerCode.DOCUMENT_UNREADABLE),
        (b"<svg onload=alert(1)>", PlayerCode.DOCUMENT_UNREADABLE),
        (picture("GIF"), PlayerCode.DOCUMENT_UNREADABLE),
        (picture()[:60], PlayerCode.DOCUMENT_UNREADABLE),
        (bytes(documents.LARGEST + 1), PlayerCode.DOCUMENT_LARGE),
    ],
)
def test_what_is_no_document_is_refused_by_name(sent: bytes, code: RefusalCode) -> None:
    assert refused(lambda: documents.read(sent)) == code


@given(st.binary(max_size=300))
def test_no_bytes_are_trouble(sent: bytes) -> None:
    assert refused(lambda: documents.read(sent)) == PlayerCode.DOCUMENT_UNREADABLE


def test_so_many_a_day_and_no_more(anna: User) -> None:
    for _ in range(documents.A_DAY):
        show(anna)
    assert refused(lambda: show(anna)) == PlayerCode.DOCUMENTS_ENOUGH
    show(anna, now=START + timedelta(days=1))


def test_on_its_day_a_document_goes_and_that_there_was_one_stays(anna: User) -> None:
    row = show(anna)
    days = [row.keep_until - timedelta(seconds=1), row.keep_until, row.keep_until]
    assert [documents.forget_old(now=day) for day in days] == [0, 1, 0]
    row.refresh_from_db()
    assert (bytes(row.sealed), row.gone_at) == (b"", days[1])
    assert refused(lambda: documents.look(row.pk)) == PlayerCode.NO_SUCH_DOCUMENT


def test_steps_and_documents_are_kept_by_the_database(anna: User) -> None:
    show(anna)
    changes = [
        lambda: IdentityStep.objects.update(after="verified"),
        IdentityStep.objects.all().delete,
        IdentityDocument.objects.all().delete,
        Identity.objects.all().delete,
    ]
    for change in changes:
        with transaction.atomic(), pytest.raises(DatabaseError):
            change()


def form(**more: Any) -> dict[str, Any]:
    said = {"name": "Anna Bianchi", "born": "1990-03-01", "number": "X1", "kind": "id_card"}
    return {**said, "file": SimpleUploadedFile("../id.png", picture()), **more}


def test_a_player_shows_a_document_on_their_page(client: Client, anna: User) -> None:
    client.force_login(anna)
    page = reverse("identity")
    assert b"Not checked" in client.get(page).content
    assert client.post(page, form(born="2015-01-01")).status_code == 400
    assert client.post(page, form(file="")).status_code == 400
    # A photograph is soon too large: that is no reason to type all the rest again.
    large = SimpleUploadedFile("photo.jpg", bytes(documents.LARGEST + 1))
    again = client.post(page, form(file=large, kind="passport"))
    said = again.content.decode()
    assert again.status_code == 400
    assert "A document can be at most 4 MB." in said
    kept = ('value="Anna Bianchi"', 'value="1990-03-01"', 'value="X1"', '"passport" selected')
    assert [value for value in kept if value not in said] == []
    answer = client.post(page, form(), follow=True).content.decode()
    assert "In review" in answer
    assert "Identity card" in answer
    assert IdentityDocument.objects.count() == 1
    by = users(1, "staff")[0].pk
    people.verify_identity(user_id=anna.pk, by=by, why="ok", checked=ALL, now=START)
    assert 'type="file"' not in client.get(page).content.decode()


@pytest.mark.middling
def test_what_is_refused_counts_too_and_is_not_drawn_for_ever(client: Client, anna: User) -> None:
    cache.clear()
    client.force_login(anna)
    broken = picture()[:-30]
    for _ in range(documents.TRIES):
        sent = form(file=SimpleUploadedFile("card.png", broken))
        assert (
            "cannot read this document"
            in client.post(reverse("identity"), sent, follow=True).content.decode()
        )
    answer = client.post(reverse("identity"), form(), follow=True).content.decode()
    assert "You have sent 20 documents today." in answer
    assert not IdentityDocument.objects.exists()


def test_of_pictures_that_come_at_once_one_is_drawn_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at_once, most = 0, []
    drawn = documents._drawn

    def slow(image: Image.Image) -> bytes:
        nonlocal at_once
        at_once += 1
        most.append(at_once)
        sleep(0.05)
        at_once -= 1
        return drawn(image)

    monkeypatch.setattr(documents, "_drawn", slow)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(documents.read, [picture()] * 4))
    assert most == [1] * 4


def desk(group: str) -> Client:
    user = User.objects.create_user(f"{group}er", is_staff=True, is_superuser=group == "boss")
    user.groups.set(Group.objects.filter(name=group))
    client = Client()
    client.force_login(user)
    return client


# Who sees the queue, who the documents and the buttons.
MATRIX = [
    ("floor", 200, 404, 403),
    ("auditor", 200, 404, 403),
    ("cashier", 200, 200, 200),
    ("boss", 200, 200, 200),
    ("nobody", 403, 404, 403),
]


@pytest.mark.middling
@pytest.mark.parametrize(("group", "page", "document", "verb"), MATRIX)
def test_the_desk_shows_and_does_what_a_group_may(
    anna: User, group: str, page: int, document: int, verb: int
) -> None:
    row = show(anna)
    client = desk(group)
    one = reverse("admin:players_identity_change", args=[anna.pk])
    queue = reverse("admin:players_identity_changelist") + "?state__exact=in_review"
    assert [client.get(address).status_code for address in (queue, one)] == [page, page]
    assert (b"Anna Bianchi" in client.get(one).content) == (document == 200)
    seen = client.get(reverse("admin:players_identity_document", args=[row.pk]))
    assert seen.status_code == document
    assert Act.objects.filter(verb="see_document").count() == (document == 200)
    if document == 200:
        assert seen.content == PDF
        assert "sandbox" in seen.headers["Content-Security-Policy"]
    address = f"/admin/players/identity/{anna.pk}/verify/"
    read = {"seen": cases.statement(anna.pk), **dict.fromkeys(ALL, "on")}
    answer = client.post(address, {"_form_submitted": "on", "reason": "passport", **read})
    assert answer.status_code == verb
    now = gates.standing(anna.pk, now=datetime.now(UTC))
    assert now == (IdentityState.VERIFIED if verb == 200 else IdentityState.IN_REVIEW)
