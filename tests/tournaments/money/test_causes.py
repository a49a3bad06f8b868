"""Causes of an event's transfers, put together and taken apart."""

from tournaments.money import causes


def test_the_entry_that_was_paid_is_read_from_the_cause() -> None:
    assert causes.entry_in(causes.entry(12, 345)) == 345


def test_what_is_paid_for_an_entry_begins_as_all_of_its_event_do_and_no_others() -> None:
    entry, bought = causes.entry(12, 345), causes.purchase(12, 345, 6)
    for cause in (entry, causes.refund(entry), bought, causes.refund(bought)):
        assert cause.startswith(causes.of_entries(12))
        assert not cause.startswith(causes.of_entries(1))
