"""The fast audit: every balance recomputed from the transfers, and every guard looked for."""

from dataclasses import dataclass

from core import sql

TRIGGERS = (
    "payouts_transfer_moves_balances",
    "payouts_transfer_never_changes",
    "payouts_transfer_never_emptied",
    "payouts_account_opens_empty",
    "payouts_account_never_deleted",
    "payouts_account_changes_by_transfer",
    "payouts_play_transfer_moves_balances",
    "payouts_play_transfer_never_changes",
    "payouts_play_transfer_never_emptied",
    "payouts_play_account_opens_empty",
    "payouts_play_account_never_deleted",
    "payouts_play_account_changes_by_transfer",
)
CONSTRAINTS = (
    "account_never_overdrawn",
    "account_kind_is_its_prefix",
    "account_of_a_player_is_theirs",
    "transfer_key_line_once",
    "transfer_amount_positive",
    "transfer_between_two",
    "playaccount_never_overdrawn",
    "playaccount_kind_is_its_prefix",
    "playaccount_of_a_player_is_theirs",
    "playtransfer_key_line_once",
    "playtransfer_amount_positive",
    "playtransfer_between_two",
    "counter_order_waits_or_is_decided",
    "counter_order_moves_its_amount_or_nothing",
    "counter_order_over_the_limit_takes_two",
    "counter_order_never_for_oneself",
    "receipt_number_once_a_year",
    "drawer_counted_whole",
    "drawer_closed_is_counted",
    "drawer_move_of_something",
    "drawer_move_over_the_limit_takes_two",
    "account_debt_is_paid_once",
    "payment_worth_its_fee",
    "payment_approved_whole",
    "payment_over_the_limit_takes_two",
    "payment_never_approved_by_its_player",
    "payment_goes_out_approved",
    "payment_notice_once",
    "payment_contradiction_takes_two",
    "correction_waits_or_is_decided",
    "correction_takes_two",
    "correction_never_for_oneself",
    "bonus_has_terms",
    "bonus_is_open_or_has_ended",
    "bonus_never_for_oneself",
    "wallet_call_of_something",
    "wallet_call_lasts_or_has_ended",
)


@dataclass(frozen=True, slots=True)
class BalanceDrift:
    """An account whose balance differs from the sum of its transfers (cents)."""

    account: str
    stored: int
    computed: int


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of one audit; ``total`` is the sum of all balances, which must be zero.

    ``moved_days`` are closed days with other figures than were signed, ``findings`` lines of
    registered checks.
    """

    accounts: int
    transfers: int
    total: int
    drifts: tuple[BalanceDrift, ...]
    missing_guards: tuple[str, ...]
    moved_days: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        wrong = self.drifts or self.missing_guards or self.moved_days or self.findings
        return not (self.total or wrong)


def audit() -> Audit:
    """Audit the whole ledger; each figure comes from one statement, so play may go on."""
    [(accounts, total, transfers)] = sql.rows(_TOTALS)
    drifts = tuple(BalanceDrift(*row) for row in sql.rows(_DRIFTS))
    missing = tuple(name for (name,) in sql.rows(_GUARDS, [list(TRIGGERS), list(CONSTRAINTS)]))
    return Audit(accounts, transfers, total, drifts, missing)


_TOTALS = """
    SELECT count(*), coalesce(sum(balance), 0)::bigint, (SELECT count(*) FROM payouts_transfer)
    FROM payouts_account
"""

_DRIFTS = """
    SELECT account.name, account.balance, coalesce(moved.amount, 0)::bigint
    FROM payouts_account AS account
    LEFT JOIN (
        SELECT side.account_id, sum(side.amount) AS amount
        FROM (
            SELECT credit_id AS account_id, amount FROM payouts_transfer
            UNION ALL
            SELECT debit_id, -amount FROM payouts_transfer
        ) AS side
        GROUP BY side.account_id
    ) AS moved ON moved.account_id = account.id
    WHERE account.balance <> coalesce(moved.amount, 0)
    ORDER BY account.id
"""

_GUARDS = """
    SELECT wanted FROM unnest(%s::text[]) AS wanted
    WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = wanted AND tgenabled = 'O')
    UNION ALL
    SELECT wanted FROM unnest(%s::text[]) AS wanted
    WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conname = wanted AND convalidated)
"""
