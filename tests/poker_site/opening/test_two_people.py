"""Two people from the first hour, and how one person tries to be both (STAFF-2)."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from core.refusal import Refusal
from core.types import UserId
from payouts.models import CounterOrder
from payouts.wallets import counter
from players.models import Mail, RightsChange, StaffInvitation, User
from players.staff import rights
from poker_site.models import Opening
from poker_site.opening import open_points, state
from poker_site.people import joining, pairs
from tests.poker_site.members import member
from tests.tournaments import events
from tournaments.models import Act
from tournaments.staff import desk

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-2"), pytest.mark.rule("HOUSE-2")]

PASSWORD = "quiet river of nine stones"


@pytest.fixture(autouse=True)
def _new_room(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DEMO = False
    settings.EMAIL_BACKEND = "players.notices.mail.Outbox"
    monkeypatch.setattr(state, "_open", False)
    cache.clear()


def founder(name: str) -> User:
    return state.claim(
        code=state.new_code(), name=name, mail=f"{name}@example.org", password=PASSWORD
    )


def show_factor(user: User) -> User:
    TOTP.activate(user, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    return user


def open_room(by: User) -> None:
    show_factor(by)
    state.finish(by=UserId(by.pk), now=timezone.now())


def invited(by: User, mail: str = "anna@example.org", *roles: str) -> str:
    """Invite somebody; returns the token of the link in the mail."""
    joining.invite(mail=mail, roles=roles or [joining.OWNER], by=UserId(by.pk), now=timezone.now())
    body = Mail.objects.filter(to=mail).latest("pk").body
    link = re.search(r"/staff/join/([^/\s]+)/", body)
    assert link is not None
    return link[1]


def joined(by: User, name: str, *roles: str) -> User:
    token = invited(by, f"{name}@example.org", *roles)
    with transaction.atomic():
        return joining.accept(
            token=token,
            name=name,
            password=PASSWORD,
            before_opening=state.hold_before_opening(),
            now=timezone.now(),
        )


def order(by: User) -> CounterOrder:
    number = CounterOrder.objects.count()
    (player,) = events.players(1, cents=9_000_00, prefix=f"p{number}.")
    wish: dict[str, Any] = {"kind": "out", "amount": 5_000_00, "why": "x", "key": f"k{number}"}
    return counter.give(**wish, user_id=player.pk, by=by.pk, now=timezone.now())


def confirm(given: CounterOrder, by: User, *, days: int = 0) -> str:
    at = timezone.now() + timedelta(days=days)
    return counter.confirm(order_id=given.pk, by=by.pk, now=at).status


def vouch(for_whom: User, by: User) -> None:
    row = StaffInvitation.objects.get(user=for_whom)
    joining.vouch(invitation_id=row.pk, by=UserId(by.pk), now=timezone.now())


def refused(given: CounterOrder, by: User, code: str, *, days: int = 0) -> None:
    with pytest.raises(Refusal, match=code):
        confirm(given, by, days=days)


def test_two_founders_confirm_for_each_other_from_the_first_minute() -> None:
    first, second = founder("first"), founder("second")
    open_room(first)
    for one, other in ((first, second), (second, first)):
        assert confirm(order(one), other) == CounterOrder.Status.DONE
    assert not RightsChange.objects.exists()


def test_a_code_makes_one_owner_and_a_third_comes_by_none() -> None:
    code = state.new_code()
    state.claim(code=code, name="first", mail="first@example.org", password=PASSWORD)
    with pytest.raises(Refusal, match="WRONG_CODE"):
        state.claim(code=code, name="again", mail="again@example.org", password=PASSWORD)
    with pytest.raises(Refusal, match="WRONG_CODE"):
        state.claim(code="", name="again", mail="again@example.org", password=PASSWORD)
    founder("second")
    with pytest.raises(Refusal, match="ALREADY_SET_UP"):
        state.new_code()
    assert User.objects.count() == 2


def test_no_code_makes_an_owner_of_an_open_room(client: Client) -> None:
    first = founder("first")
    code = state.new_code()
    open_room(first)
    assert Opening.objects.get().code_hash == ""
    for used in (code, ""):
        with pytest.raises(Refusal, match="ALREADY_SET_UP"):
            state.claim(code=used, name="late", mail="late@example.org", password=PASSWORD)
    with pytest.raises(Refusal, match="ALREADY_SET_UP"):
        state.new_code()
    assert client.get("/set-up/").status_code == 404
    # The page of the recovery codes leads back here; the room may have been opened meanwhile.
    client.force_login(first)
    assert client.get("/set-up/")["Location"] == reverse("admin:index")


def test_one_browser_session_does_not_take_both_codes(client: Client) -> None:
    form = {"mail": "first@example.org", "name": "first", "password": PASSWORD, "again": PASSWORD}
    client.post(reverse("set_up_claim"), {**form, "code": state.new_code()})
    code = state.new_code()
    second = {**form, "code": code, "name": "second", "mail": "second@example.org"}
    answer = client.post(reverse("set_up_claim"), second, follow=True)
    assert "must be another person" in answer.content.decode()
    # Nor is it another person who has the first one's address.
    other = Client()
    answer = other.post(reverse("set_up_claim"), {**second, "mail": "FIRST@example.org"})
    assert answer.status_code == 422
    assert User.objects.count() == 1
    page = other.get("/set-up/").content.decode()
    assert "You are the second owner" in page
    assert other.post(reverse("set_up_claim"), second).status_code == 302
    assert Opening.objects.get().second_owner == User.objects.get(username="second")


def test_an_invited_person_chooses_a_password_that_the_inviter_never_sees(client: Client) -> None:
    owner = founder("owner")
    token = invited(owner, "anna@example.org", "group:cashier")
    page = reverse("join_staff", args=[token])
    assert "owner has invited you" in client.get(page).content.decode()
    form = {"name": "anna", "password": PASSWORD, "again": PASSWORD}
    assert client.post(page, {**form, "again": "x"}).status_code == 422
    assert client.post(page, form).headers["Location"] == reverse("mfa_index")
    anna = User.objects.get(username="anna")
    assert (anna.is_staff, anna.is_superuser, anna.email) == (True, False, "anna@example.org")
    assert [group.name for group in anna.groups.all()] == ["cashier"]
    assert token not in str(list(StaffInvitation.objects.values()))
    assert all(token not in str(row) for row in Act.objects.values())
    # Once, and by nobody who is signed in.
    assert client.get(page).status_code == 409
    assert Client().post(page, {**form, "name": "eve"}).status_code == 409
    signed_in = Client()
    signed_in.force_login(owner)
    answer = signed_in.get(reverse("join_staff", args=[invited(owner, "eve@example.org")]))
    assert "You are signed in as owner" in answer.content.decode()


def test_an_owner_invites_from_the_desk(settings: Settings) -> None:
    settings.DEMO = True
    desk = member("boss")
    address = reverse("admin:players_staffinvitation_changelist") + "invite/"
    dialog = desk.get(address).content.decode()
    hidden = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', dialog)
    typed = {"called": "Anna", "mail": "anna@example.org", "roles": ["group:floor"]}
    desk.post(address, {**dict(hidden), **typed})
    invitation = StaffInvitation.objects.get()
    assert (invitation.called, invitation.groups) == ("Anna", ["floor"])
    assert "/staff/join/" in Mail.objects.get(to="anna@example.org").body


def test_a_link_ends_after_three_days_with_another_and_with_the_inviters_rights() -> None:
    owner = founder("owner")
    first, second = invited(owner), invited(owner)
    now = timezone.now()
    with pytest.raises(Refusal, match="INVITATION_OVER"):
        joining.find(token=first, now=now)
    joining.find(token=second, now=now)
    with pytest.raises(Refusal, match="INVITATION_OVER"):
        joining.find(token=second, now=now + joining.LASTS)
    User.objects.filter(pk=owner.pk).update(is_active=False)
    with pytest.raises(Refusal, match="INVITATION_OVER"):
        joining.find(token=second, now=now)
    User.objects.filter(pk=owner.pk).update(is_active=True)
    row = StaffInvitation.objects.latest("pk")
    joining.withdraw(invitation_id=row.pk, by=UserId(owner.pk), now=now)
    with pytest.raises(Refusal, match="INVITATION_OVER"):
        joining.find(token=second, now=now)


def test_whoever_is_no_owner_invites_nobody() -> None:
    clerk = joined(founder("owner"), "clerk", "group:cashier")
    with pytest.raises(Refusal, match="NOT_AN_OWNER"):
        invited(clerk)
    with pytest.raises(Refusal, match="NO_GROUP"):
        invited(User.objects.get(username="owner"), "x@example.org", "group:nobody")


def test_staff_of_before_the_opening_confirm_from_the_opening_on() -> None:
    owner, second = founder("owner"), founder("second")
    anna, bea = joined(owner, "anna", "group:cashier"), joined(owner, "bea", "group:cashier")
    open_room(owner)
    assert confirm(order(anna), bea) == CounterOrder.Status.DONE
    assert confirm(order(second), anna) == CounterOrder.Status.DONE
    refused(order(owner), anna, "MADE_BY_WHO_ORDERED", days=30)
    late = joined(owner, "late", "group:cashier")
    refused(order(anna), late, "RIGHTS_TOO_NEW")
    assert confirm(order(anna), late, days=2) == CounterOrder.Status.DONE


def test_a_mailbox_of_the_inviters_own_is_no_second_person() -> None:
    """The attacker invites a mailbox that they read, before the opening or after it."""
    attacker, honest = founder("attacker"), founder("honest")
    puppet = show_factor(joined(attacker, "puppet"))
    open_room(attacker)
    show_factor(honest)
    late = show_factor(joined(attacker, "late"))
    for made in (puppet, late):
        refused(order(attacker), made, "MADE_BY_WHO_ORDERED", days=365)
        refused(order(made), attacker, "MADE_BY_WHO_ORDERED", days=365)
        for voucher in (attacker, made):
            with pytest.raises(Refusal, match="OWN_INVITATION"):
                vouch(made, voucher)
    # Nor does one puppet vouch for the other.
    for made, voucher in ((puppet, late), (late, puppet)):
        with pytest.raises(Refusal, match="MADE_BY_WHO_ORDERED"):
            vouch(made, voucher)


def test_an_owner_apart_from_the_inviter_vouches_and_then_they_are_two() -> None:
    owner, second = founder("owner"), founder("second")
    anna = joined(owner, "anna")
    with pytest.raises(Refusal, match="NOT_JOINED"):
        vouch(anna, second)
    show_factor(anna)
    for _ in range(2):
        vouch(anna, second)
    assert Act.objects.filter(after__vouched_for=True).count() == 1
    open_room(owner)
    assert confirm(order(owner), anna) == CounterOrder.Status.DONE
    assert confirm(order(anna), owner) == CounterOrder.Status.DONE
    # A password from the inviter binds them again.
    desk.give_password(user=anna, by=owner.pk, now=timezone.now())
    refused(order(owner), anna, "MADE_BY_WHO_ORDERED", days=2)


def test_a_chain_of_invitations_leads_to_who_began_it() -> None:
    """A makes B, and B makes C: A and C are one until an owner apart from both has vouched."""
    attacker, honest = founder("attacker"), founder("honest")
    made = show_factor(joined(attacker, "made"))
    last = show_factor(joined(made, "last"))
    open_room(attacker)
    refused(order(attacker), last, "MADE_BY_WHO_ORDERED", days=2)
    # Whoever has rights from the inviter, however far up, vouches for nobody of theirs.
    with pytest.raises(Refusal, match="MADE_BY_WHO_ORDERED"):
        vouch(last, attacker)
    vouch(last, honest)
    assert confirm(order(attacker), last) == CounterOrder.Status.DONE
    refused(order(attacker), made, "MADE_BY_WHO_ORDERED", days=2)


def test_whoever_knows_the_password_does_not_vouch() -> None:
    owner, second = founder("owner"), founder("second")
    anna = show_factor(joined(owner, "anna"))
    desk.give_password(user=anna, by=second.pk, now=timezone.now())
    with pytest.raises(Refusal, match="MADE_BY_WHO_ORDERED"):
        vouch(anna, second)


def test_the_database_keeps_an_invitation_as_it_was() -> None:
    owner, second = founder("owner"), founder("second")
    anna = show_factor(joined(owner, "anna"))
    row = StaffInvitation.objects.filter(user=anna)
    for change in (
        {"by": second},
        {"user": second},
        {"is_superuser": False},
        {"vouched_by": owner, "vouched_at": timezone.now()},
        {"vouched_by": anna, "vouched_at": timezone.now()},
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            row.update(**change)
    vouch(anna, second)
    with pytest.raises(DatabaseError), transaction.atomic():
        row.update(vouched_by=None, vouched_at=None)
    with pytest.raises(DatabaseError), transaction.atomic():
        row.delete()


def test_the_checklist_says_who_may_confirm_for_whom_and_from_when(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    def said() -> str:
        lines = {str(line.what): str(line.why) for line in open_points.missing()}
        return lines.get("Two people who can confirm for each other", "")

    owner = founder("owner")
    show_factor(joined(owner, "anna", "group:cashier"))
    assert "Invite staff" in said()
    client.force_login(owner)
    assert "not for each other (owner &gt; anna)" in client.get("/set-up/").content.decode()
    open_room(owner)
    assert "Invite staff" in said()
    bea = joined(owner, "bea", "group:cashier")
    assert "no second factor yet: bea" in said()
    show_factor(bea)
    until = rights.settled_from([bea.pk], now=timezone.now())[bea.pk]
    assert f"anna and bea can from {until.astimezone():%-d %B %Y}" in said()
    with django_assert_max_num_queries(6):
        found = pairs.pairs(now=timezone.now() + timedelta(days=2))
    assert [(pair.one, pair.other) for pair in found if pair.now] == [("anna", "bea")]


def address_of(name: str, mail: str) -> None:
    player = User.objects.create_user(name, mail)
    EmailAddress.objects.create(user=player, email=mail, primary=True, verified=True)


def test_an_address_of_another_account_is_neither_invited_nor_joins(client: Client) -> None:
    owner = founder("owner")
    address_of("bob", "Bob@example.org")
    with pytest.raises(Refusal, match="ACCOUNT_EXISTS"):
        invited(owner, "bob@example.org")
    token = invited(owner, "eve@example.org")
    # The address is confirmed by a player while the invitation waits.
    address_of("eve", "eve@example.org")
    typed = {"name": "eva", "password": PASSWORD, "again": PASSWORD}
    page = client.post(reverse("join_staff", args=[token]), typed)
    assert page.status_code == 409
    assert "Another account has this name or this address." in page.content.decode()
    assert not User.objects.filter(username="eva").exists()


def test_a_second_owner_has_an_address_of_their_own(client: Client) -> None:
    joined(founder("owner"), "bice")
    code = state.new_code()
    typed = {"name": "second", "mail": "bice@example.org", "password": PASSWORD, "again": PASSWORD}
    page = client.post(reverse("set_up_claim"), {**typed, "code": code})
    assert "Another account has this name or this address." in page.content.decode()
    assert User.objects.count() == 2
