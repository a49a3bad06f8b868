"""What staff may see and do with money."""

import html
from collections.abc import Callable
from typing import get_args

import pytest
from django.test import Client
from django.urls import reverse

from payouts.models import Account, PrizeScheme, Transfer
from payouts.models.schemes import FAULTS
from payouts.rules.schemes import Fault, Standard

pytestmark = pytest.mark.django_db

# What the form sends for the kinds of scheme that one does not choose.
REST = {"seat": 0, "secondary": 0, "by_elimination": 50}


@pytest.fixture
def anna(wallet: Callable[..., str]) -> Account:
    return Account.objects.get(name=wallet("anna", 123_450))


@pytest.mark.slow
def test_even_a_superuser_only_reads_the_ledger(admin_client: Client, anna: Account) -> None:
    transfer = Transfer.objects.get(credit=anna)
    assert str(transfer) == "deposit, €1,234.50"
    for name, pk in (("account", anna.pk), ("transfer", transfer.pk)):
        base = f"admin:payouts_{name}"
        assert admin_client.get(reverse(f"{base}_changelist")).status_code == 200
        page = admin_client.get(reverse(f"{base}_change", args=[pk]))
        assert page.status_code == 200
        assert "€1,234.50" in page.content.decode()
        assert admin_client.get(reverse(f"{base}_add")).status_code == 403
        assert admin_client.post(reverse(f"{base}_change", args=[pk]), {}).status_code == 403
        assert admin_client.post(reverse(f"{base}_delete", args=[pk])).status_code == 403


@pytest.mark.parametrize(
    ("searched", "found"),
    [("deposit:an", True), ("outside", True), ("Anna", True), ("ann", False), ("out", False)],
)
def test_transfers_are_found_by_their_cause_or_by_an_account(
    searched: str, found: bool, admin_client: Client, anna: Account
) -> None:
    page = admin_client.get(reverse("admin:payouts_transfer_changelist"), {"q": searched})
    assert ("Bank, card or cash" in page.content.decode()) == found


def test_an_account_leads_to_its_statement(admin_client: Client, anna: Account) -> None:
    page = admin_client.get(reverse("admin:payouts_account_change", args=[anna.pk]))
    url = reverse("admin:payouts_transfer_changelist", query={"q": anna.name})
    assert f'href="{url}"' in page.content.decode()
    assert "Bank, card or cash" in admin_client.get(url).content.decode()


@pytest.mark.parametrize(
    ("kind", "shares", "says"),
    [
        ("winners", ["65", "35"], None),
        ("winners", ["62.5", "37.5", "", ""], None),
        ("standard", [], None),
        ("winners", [], "Write the share of each paid place."),
        ("winners", ["65", "34"], "The shares add up to 99%, not to 100 %."),
        ("winners", ["35", "65"], "Place 2: A lower place cannot win more"),
        ("winners", ["100", "0"], "Place 2: Each share must be above zero"),
        ("winners", ["60", "", "40"], "Place 2: Each share must be above zero"),
        ("winners", ["65", "34.999"], "Place 2: Each share must be above zero"),
        ("winners", ["sixty", "NaN"], "Place 1: Each share must be above zero"),
    ],
)
def test_a_scheme_is_saved_only_when_it_divides_a_pool(
    kind: str, shares: list[str], says: str | None, admin_client: Client
) -> None:
    fields = {**REST, "name": "Half and half", "kind": kind, "shares": shares}
    page = admin_client.post(reverse("admin:payouts_prizescheme_add"), fields)
    assert PrizeScheme.objects.exists() == (says is None)
    if says is not None:
        assert says in page.content.decode()


@pytest.mark.rule("PAY-WIN")
def test_shares_are_a_table_of_places_and_percent_with_their_sum(admin_client: Client) -> None:
    scheme = PrizeScheme.objects.create(name="Two", kind="winners", shares=[6250, 3750])
    address = reverse("admin:payouts_prizescheme_change", args=[scheme.pk])
    page = admin_client.get(address).text
    assert 'value="62.50"' in page
    assert 'aria-label="Percent of place 2"' in page
    assert "100%" in page
    assert "With a buy-in of €10.00" in page
    assert "kind == 'satellite'" in html.unescape(page)
    form = {**REST, "name": "Two", "kind": "winners", "shares": ["62.50", "37.50", "", ""]}
    assert admin_client.post(address, form).status_code == 302
    scheme.refresh_from_db()
    assert scheme.shares == [6250, 3750]


@pytest.mark.rule("PAY-TABLE")
def test_the_help_s_own_examples_are_accepted_and_a_fault_names_its_row(
    admin_client: Client,
) -> None:
    add = reverse("admin:payouts_prizescheme_add")
    help_text = admin_client.get(add).text
    rows = ["6: 100", "12: 65 35", "27: 50 30 20"]
    assert all(row in help_text for row in rows)
    form = {**REST, "name": "Ours", "kind": "table", "least": "1.5"}
    wrong = admin_client.post(add, {**form, "rows": "6: 100\n12: 65 34"}).text
    assert "Row 2: Each row must add up to 100 percent." in wrong
    assert admin_client.post(add, {**form, "rows": "\n".join(rows)}).status_code == 302
    assert PrizeScheme.objects.get().least == 150


def test_a_standard_scheme_keeps_no_shares_of_its_own(admin_client: Client) -> None:
    hidden = {"shares": ["100", "many"], "rows": "6: many", "by_elimination": "200"}
    fields = {**REST, "name": "Standard", "kind": "standard", **hidden}
    admin_client.post(reverse("admin:payouts_prizescheme_add"), fields)
    scheme = PrizeScheme.objects.get()
    assert (scheme.snapshot(), scheme.shares) == (Standard(), [])


@pytest.mark.rule("PAY-WIN", "PAY-STD")
@pytest.mark.parametrize(
    ("kind", "shares", "cells"),
    [
        ("winners", [6_500, 3_500], ["<td>9</td><td>2</td><td>€58.50</td><td>€31.50</td>"]),
        (
            "standard",
            [],
            ["<td>100</td><td>18</td><td>€250.00</td>", "<td>€18.00</td><td></td></tr>"],
        ),
    ],
)
def test_staff_see_the_prizes_of_a_scheme_before_they_use_it(
    kind: str, shares: list[int], cells: list[str], admin_client: Client
) -> None:
    scheme = PrizeScheme.objects.create(name="Seen", kind=kind, shares=shares)
    page = admin_client.get(reverse("admin:payouts_prizescheme_change", args=[scheme.pk]))
    for cell in cells:
        assert cell in page.content.decode()


@pytest.mark.rule("PAY-SAT", "PAY-SPLIT", "RANK-2")
@pytest.mark.parametrize(
    ("terms", "cells"),
    [
        (
            {"kind": "satellite", "seat": 30000, "secondary": 6000},
            ["<td>1 – 2</td><td>€300.00</td>", "<td>3 – 4</td><td>€60.00</td>"],
        ),
        ({"kind": "split"}, ["<td>by chips</td><td>€750.00</td>"]),
        (
            {"kind": "two", "shares": [6000, 4000]},
            ["<td>1</td><td>€225.00</td>", "<td>by chips</td><td>€375.00</td>"],
        ),
    ],
)
def test_staff_type_a_number_of_entries_and_see_every_place(
    terms: dict[str, object], cells: list[str], admin_client: Client
) -> None:
    scheme = PrizeScheme.objects.create(name="Typed", **terms)
    dialog = f"/admin/payouts/prizescheme/{scheme.pk}/see_prizes/"
    assert b'type="submit"' in admin_client.get(dialog).content
    form = {"_form_submitted": "on", "entries": "25", "buy_in": "30"}
    there = admin_client.post(dialog, form).headers["HX-Redirect"]
    page = admin_client.get(there).content.decode()
    for cell in cells:
        assert cell in page
    assert admin_client.get(there.partition("?")[0]).status_code == 200


@pytest.mark.rule("RANK-2")
def test_staff_choose_a_scheme_for_each_ranking(admin_client: Client) -> None:
    three = PrizeScheme.objects.create(name="Three", kind="winners", shares=[5000, 3000, 2000])
    split = PrizeScheme.objects.create(name="Chips", kind="split")
    form = {**REST, "name": "Both", "kind": "two", "shares": []}
    add = reverse("admin:payouts_prizescheme_add")
    wrong = form | {"elimination_scheme": split.pk, "chips_scheme": three.pk}
    assert admin_client.post(add, wrong).status_code == 200
    all_of_it = admin_client.post(add, form | {"by_elimination": "100"}).text
    assert "less than or equal to 99.99." in all_of_it
    right = form | {"elimination_scheme": three.pk, "chips_scheme": three.pk}
    assert admin_client.post(add, right).status_code == 302
    both = PrizeScheme.objects.get(name="Both")
    page = reverse("admin:payouts_prizescheme_change", args=[both.pk])
    shown = admin_client.get(f"{page}?entries=10&buy_in=10").content.decode()
    for cell in ("<td>1</td><td>€25.00</td>", "<td>1 by chips</td><td>€25.00</td>"):
        assert cell in shown
    # What two rankings pay by keeps a kind by which they can.
    page = reverse("admin:payouts_prizescheme_change", args=[three.pk])
    drawn = {**REST, "name": "Three", "kind": "velox", "shares": []}
    refused = admin_client.post(page, drawn).content.decode()
    assert "The part by elimination is paid by Winners" in refused


@pytest.mark.parametrize(
    ("seat", "secondary", "says"), [(0, 0, "the price of a seat"), (100, 100, "less than a seat")]
)
def test_a_satellite_without_sense_is_not_saved(
    seat: int, secondary: int, says: str, admin_client: Client
) -> None:
    fields = {
        **REST,
        "name": "Odd",
        "kind": "satellite",
        "shares": [],
        "seat": seat,
        "secondary": secondary,
    }
    page = admin_client.post(reverse("admin:payouts_prizescheme_add"), fields)
    assert says in page.content.decode()


def test_staff_read_a_sentence_for_whatever_is_wrong_with_a_scheme() -> None:
    assert {word for words in get_args(Fault) for word in get_args(words)} == FAULTS.keys()
