"""What becomes of the verbs of staff in each meeting, where they are not simply done: the code that
refuses them, or that there was nothing to be done."""

from typing import Final

DONE, NOTHING = "done", "nothing"


def _named(package: str, outcome: str, *verbs: str) -> dict[str, str]:
    return {f"{package}.{verb}": outcome for verb in verbs}


# Where a hand runs, what wants a quiet table waits for its end as an order.
HAND: Final = _named("tournaments.staff", NOTHING, "desk.resume")
# In a pause nothing is decided or paid: nothing is due, and nothing won.
PAUSE: Final = {
    **_named("tournaments.staff", NOTHING, "desk.pause"),
    **_named("tournaments.live_room.verbs", "EVENT_CHANGED", "moves.rearrange"),
    **_named("tournaments.live_room.verbs", "CLOCK_STANDS", "final_deals.sign"),
    **_named("tournaments.live_room.verbs.walk_ins", "NO_PRIZE", "pay_out", "countersign"),
}
# Who has excluded themselves plays nothing more and is given nothing to play with; the exclusion
# has sat them out, and taken them out of what has not begun. Money goes out to them as ever.
EXCLUSION: Final = {
    **_named("tournaments.staff", NOTHING, "desk.resume", "desk.sit_out"),
    # An excluded winner gets no ticket, and stops no other.
    **_named("tournaments.seasons.prizes", NOTHING, "give"),
    **_named("tournaments.staff", "SELF_EXCLUDED", "entrance.enter", "gifts.give_ticket"),
    **_named("tournaments.staff", "SELF_EXCLUDED", "gifts.give_bonus"),
    **_named("tournaments.live_room.verbs.walk_ins", "SELF_EXCLUDED", "enter", "rebuy", "add_on"),
    **_named("payouts.wallets.counter", "SELF_EXCLUDED", "give"),
    **_named("tournaments.staff", "NOT_REGISTERED", "entrance.take_out"),
    **_named("tournaments.staff", "STILL_EXCLUDED", "people.forget"),
}
CHANGES = ("start", "time", "again", "levels", "late", "guarantee", "seats", "together")
# An event that is over stays as it is; money and players are served as ever.
CANCELLATION: Final = {
    **_named("tournaments.entry.admission", "EVENT_OVER", "set_password", "invite"),
    **_named("tournaments.staff.amending", "EVENT_OVER", *(f"amend {kind}" for kind in CHANGES)),
    **_named("tournaments.staff.desk", "EVENT_OVER", "plan_cancellation", "cancel"),
    **_named("tournaments.staff.desk", "EVENT_OVER", "pause", "resume", "end_level"),
    **_named("tournaments.staff.desk", "NOT_RUNNING", "sit_out", "warn"),
    **_named("tournaments.staff.entrance", "EVENT_OVER", "enter", "take_out"),
    **_named("tournaments.staff.orders", "NOT_RUNNING", "move", "disqualify", "break_table"),
    **_named("tournaments.staff.orders", "NOT_RUNNING", "withdraw", "hold_table", "deal"),
    **_named(
        "tournaments.staff.two_person_orders", "NOT_RUNNING", "ask_stack", "confirm", "turn_down"
    ),
    **_named("tournaments.staff.two_person_orders", "EVENT_OVER", "ask_guarantee"),
    **_named("tournaments.staff.undoing", "NOT_RUNNING", "reinstate", "void_hand"),
    **_named(
        "tournaments.live_room.verbs",
        "NOT_RUNNING",
        "busts.bust",
        "busts.waive",
        "counts.count",
        "offline_entries.bust",
        "offline_entries.count",
        "offline_entries.penalize",
    ),
    **_named("tournaments.live_room.verbs", "NOT_RUNNING", "moves.rearrange", "moves.hand_over"),
    **_named("tournaments.live_room.verbs", "NOT_RUNNING", "undoing.undo", "dealers.set_rota"),
    **_named("tournaments.live_room.verbs", "NOT_RUNNING", "chips.take_stock"),
    **_named("tournaments.live_room.verbs.races", "NOT_RUNNING", "announce", "draw"),
    **_named("tournaments.live_room.verbs.final_deals", "NOT_RUNNING", "offer", "sign", "drop"),
    **_named("tournaments.live_room.verbs.calls", "NOT_RUNNING", "call_from_table", "answer"),
    **_named("tournaments.live_room.verbs.features", "NOT_RUNNING", "feature", "keep_hand"),
    **_named("tournaments.live_room.verbs.penalties", "NOT_RUNNING", "penalize", "back_in"),
    **_named("tournaments.live_room.verbs.walk_ins", "EVENT_OVER", "enter", "rebuy", "add_on"),
    **_named("tournaments.live_room.verbs.walk_ins", "NO_PRIZE", "pay_out", "countersign"),
}
OUTCOMES: Final = {
    "hand": HAND,
    "pause": PAUSE,
    "exclusion": EXCLUSION,
    "cancellation": CANCELLATION,
}
