"""The data of players about money, for their archive (DATA-1)."""

from players.own_data.registry import DataPart, KeptBack

STAFF = "names the member of staff who acted, not the player"

_TRANSFER = ("created_at", "reason", "amount")
_ORDER = ("given_at", "kind", "amount", "status", "decided_at")

PARTS = (
    DataPart("wallet", "payouts.Account", ("kind", "balance"), at_merge="joins"),
    DataPart("money_in", "payouts.Transfer", _TRANSFER, owner="credit__user", at_merge="stays"),
    DataPart("money_out", "payouts.Transfer", _TRANSFER, owner="debit__user", at_merge="stays"),
    DataPart("play_money", "payouts.PlayAccount", ("kind", "balance"), at_merge="joins"),
    DataPart(
        "play_money_in", "payouts.PlayTransfer", _TRANSFER, owner="credit__user", at_merge="stays"
    ),
    DataPart(
        "play_money_out", "payouts.PlayTransfer", _TRANSFER, owner="debit__user", at_merge="stays"
    ),
    DataPart(
        "payments",
        "payouts.Payment",
        ("asked_at", "kind", "amount", "fee", "destination", "gateway", "state"),
        at_merge="stays",
    ),
    DataPart("counter", "payouts.CounterOrder", _ORDER, at_merge="stays"),
    DataPart("corrections", "payouts.Correction", _ORDER, at_merge="stays"),
    DataPart(
        "bonuses",
        "payouts.Bonus",
        ("given_at", "amount", "wager", "expires_at", "status", "ended_at"),
        at_merge="joins",
    ),
    DataPart(
        "limits",
        "payouts.LimitChange",
        ("set_at", "kind", "period", "amount", "effective_at"),
        at_merge="joins",
    ),
    DataPart("played_time", "payouts.PlayedTime", ("day", "minutes"), at_merge="joins"),
    DataPart(
        "operator_wallet",
        "payouts.WalletCall",
        ("asked_at", "kind", "amount", "state"),
        at_merge="stays",
    ),
)
KEPT_BACK = (
    KeptBack(
        "payouts.WalletRest",
        "user",
        "only the time of a question to the operator",
        at_merge="ends",
    ),
    *(
        KeptBack(f"payouts.{model}", field, STAFF)
        for model, field in (
            ("Bonus", "given_by"),
            ("DayClosing", "signed_by"),
            ("DayClosing", "closed_by"),
            ("Correction", "given_by"),
            ("Correction", "decided_by"),
            ("CounterOrder", "given_by"),
            ("CounterOrder", "decided_by"),
            ("Drawer", "holder"),
            ("Drawer", "offered_to"),
            ("Drawer", "closed_by"),
            ("DrawerMove", "given_by"),
            ("DrawerMove", "decided_by"),
            ("Payment", "first_by"),
            ("Payment", "approved_by"),
            ("PaymentStep", "by"),
            ("PaymentNotice", "first_by"),
            ("PaymentNotice", "decided_by"),
        )
    ),
)
