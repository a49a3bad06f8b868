"""Quotas: what a socket, a user and an address may ask."""

from tables.wire.rate_limits import REMEMBERED, SHUT_SECONDS, CutOff, Purse, Quota, name_of

FEW = Quota(3, 1)


def spent(purse: Purse, *keys: str, times: int, at: float = 0) -> int:
    return sum(purse.spend([(key, FEW) for key in keys], now=at) for _ in range(times))


def test_a_quota_is_spent_at_once_and_fills_up_with_time() -> None:
    purse = Purse()
    assert spent(purse, "anna", times=5) == 3
    assert spent(purse, "anna", times=5, at=2) == 2
    assert spent(purse, "anna", times=5, at=100) == 3


def test_many_sockets_of_one_user_share_the_users_quota() -> None:
    purse = Purse()
    assert [spent(purse, f"socket {number}", "anna", times=2) for number in range(3)] == [2, 1, 0]
    assert spent(purse, "socket of bea", "bea", times=2) == 2


def test_whoever_has_not_enough_for_all_spends_nothing() -> None:
    purse = Purse()
    spent(purse, "anna", times=3)
    assert spent(purse, "anna", "home", times=5) == 0
    assert spent(purse, "home", times=5) == 3


def test_only_so_many_are_remembered() -> None:
    purse = Purse()
    for number in range(REMEMBERED + 10):
        purse.spend([(number, FEW)], now=0)
    assert len(purse._left) == REMEMBERED


def test_whoever_was_cut_off_is_shut_out_for_a_while() -> None:
    cut_off = CutOff()
    cut_off.add(name_of(7, "192.0.2.1"), now=100)
    assert cut_off.holds(name_of(7, "192.0.2.9"), now=100 + SHUT_SECONDS - 1)
    assert not cut_off.holds(name_of(7, "192.0.2.1"), now=100 + SHUT_SECONDS)
    assert not cut_off.holds(name_of(8, "192.0.2.1"), now=101)
    assert not cut_off.holds(name_of(None, "192.0.2.1"), now=101)
    for number in range(REMEMBERED + 10):
        cut_off.add(name_of(None, str(number)), now=0)
    assert len(cut_off._until) == REMEMBERED
