"""Quotas: what a socket, a user and an address may ask."""

from tables.wire.quotas import REMEMBERED, Purse, Quota

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
