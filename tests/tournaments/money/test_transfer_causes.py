"""Causes of an event's transfers, put together and taken apart."""

from tournaments.money import transfer_causes


def test_the_entry_that_was_paid_is_read_from_the_cause() -> None:
    assert transfer_causes.entry_in(transfer_causes.entry(12, 345)) == 345


def test_what_is_paid_for_an_entry_begins_as_all_of_its_event_do_and_no_others() -> None:
    entry, bought = transfer_causes.entry(12, 345), transfer_causes.purchase(12, 345, 6)
    for cause in (entry, transfer_causes.refund(entry), bought, transfer_causes.refund(bought)):
        assert cause.startswith(transfer_causes.of_entries(12))
        assert not cause.startswith(transfer_causes.of_entries(1))
