"""The chapters of the rulebook by page; every rule stands on exactly one."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

STANDARD_TABLE: Final = "appendix-the-standard-prize-table"


class Page(NamedTuple):
    """A page of the rules: its address, its name, the chapters that stand on it."""

    slug: str
    title: str | Promise
    keys: tuple[str, ...] = ()


class RulebookPart(NamedTuple):
    title: str | Promise
    pages: tuple[Page, ...]


PARTS: Final = (
    RulebookPart(
        _("Getting started"),
        (
            Page("beginners", _("Advice for new players")),
            Page("ranks", _("Cards and ranks"), ("CARD-1", "CARD-2", "CARD-3")),
            Page("glossary", _("Glossary")),
            Page("faq", _("Questions and answers")),
        ),
    ),
    RulebookPart(
        _("Games"),
        (
            Page("holdem", _("Texas hold'em"), ("HOLD-1", "MIX-1")),
            Page("omaha", _("Omaha and Omaha hi/lo"), ("OMA-1", "OMA-2")),
            Page("italian", _("Italian draw poker"), tuple(f"DRAW-{no}" for no in range(1, 8))),
            Page("velox", _("VeloX"), tuple(f"VELOX-{no}" for no in range(1, 6))),
            Page("cash", _("Cash games"), tuple(f"CASH-{no}" for no in range(1, 6))),
            Page("fast-fold", _("Fast-fold"), tuple(f"FAST-{no}" for no in range(1, 5))),
            Page(
                "play-money", _("Play money and guests"), tuple(f"FREE-{no}" for no in range(1, 5))
            ),
            Page("home-games", _("Home games"), tuple(f"HOME-{no}" for no in range(1, 7))),
            Page("clubs", _("Clubs"), tuple(f"CLUB-{no}" for no in range(1, 7))),
            Page("chat", _("Chat and notes"), tuple(f"CHAT-{no}" for no in range(1, 7))),
            Page("friends", _("Friends"), ("FRIEND-1", "FRIEND-2", "FRIEND-3")),
        ),
    ),
    RulebookPart(
        _("At the table"),
        (
            Page(
                "betting",
                _("A hand from the deal to the showdown"),
                (
                    *("DEAL-1", "DEAL-2", "BTN-1", "BTN-2", "BTN-3"),
                    *("BLIND-1", "BLIND-2", "BLIND-3", "ACT-1", "ACT-2", "ACT-3"),
                    *("NL-1", "PL-1", "FL-1", "FL-2", "POT-1", "POT-2", "SHOW-1", "SHOW-2"),
                    "CHIP-1",
                ),
            ),
            Page("rake", _("Rake and its caps"), ("RAKE-1", "RAKE-2", "RAKE-3")),
            Page(
                "timing",
                _("Time, sitting out, breaks"),
                ("TIME-1", "TIME-2", "OUT-1", "OUT-2", "PRE-1", "TRN-5", "TRN-6"),
            ),
            Page(
                "dealer",
                _("Dealing errors in a live room"),
                ("7-dealing-errors-in-a-live-room", *(f"DLR-{no}" for no in range(1, 9))),
            ),
        ),
    ),
    RulebookPart(
        _("Tournaments and Sit&Go"),
        (
            Page(
                "tournaments",
                _("How an event runs"),
                (
                    *("TRN-1", "TRN-2", "TRN-3", "LATE-1", "TRN-4", "SNG-1", "when-events-recur"),
                    *("AMEND-1", "AMEND-2", "AMEND-3", "AMEND-4", "AMEND-5", "AMEND-6"),
                ),
            ),
            Page(
                "live",
                _("Live events"),
                ("live-events", *(f"LIVE-{no}" for no in range(1, 16)), "LIVE-BOARD"),
            ),
            Page(
                "prizes",
                _("Entry, prizes and their schemes"),
                (
                    *("POOL-1", "POOL-2", "POOL-3", "RANK-1", "RANK-2", "PAY-WIN", "PAY-SAT"),
                    *("PAY-STD", "PAY-TABLE", "PAY-SPLIT", "PAY-ROUND", STANDARD_TABLE),
                ),
            ),
            Page("cancelled", _("Cancelled events"), tuple(f"CANCEL-{no}" for no in range(5))),
            Page(
                "bounties",
                _("Bounties"),
                ("a-price-on-every-head", *(f"BOUNTY-{no}" for no in range(1, 5))),
            ),
            Page("deals", _("Deals at the final table"), ("DEAL-MAKE",)),
            Page(
                "shootouts",
                _("Shoot-outs and brackets"),
                (
                    "shoot-outs-and-heads-up-brackets",
                    *(f"SHOOT-{no}" for no in range(1, 5)),
                ),
            ),
            Page(
                "seasons",
                _("Seasons and standings"),
                ("seasons-and-standings", *(f"SERIES-{no}" for no in range(1, 9))),
            ),
        ),
    ),
    RulebookPart(
        _("The room"),
        (
            Page(
                "room",
                _("Accounts, lobby and pages"),
                (
                    *("SEAT-1", "LOBBY-1", "LOBBY-2", "INFO-1", "INFO-2", "INFO-3", "INFO-4"),
                    "HAND-1",
                    *("NAME-1", "NAME-2", "PROFILE-1", "ACCOUNT-1", "ACCOUNT-2", "ACCOUNT-3"),
                    "ACCOUNT-4",
                    *("ACCOUNT-5", "ACCOUNT-6", "ACCOUNT-7", "ACCOUNT-8", "DATA-1"),
                    *("KYC-1", "KYC-2"),
                ),
            ),
            Page(
                "own-hands",
                _("Own hands and statistics"),
                (
                    "FIND-1",
                    "FIND-2",
                    "SHARE-1",
                    "SHARE-2",
                    "SHARE-3",
                    *(f"IMPORT-{no}" for no in range(1, 4)),
                    *(f"STATS-{no}" for no in range(1, 6)),
                ),
            ),
            Page(
                "own-events",
                _("Own events and what comes next"),
                ("KEY-1", "KEY-2", "NEXT-1", "NEXT-2", "NEXT-3"),
            ),
            Page(
                "challenges",
                _("Challenges"),
                tuple(f"CHALLENGE-{no}" for no in range(1, 5)),
            ),
            Page("figures", _("The room in figures")),
            Page("measure", _("Responsible gaming"), tuple(f"PLAY-{no}" for no in range(1, 7))),
            Page(
                "payments",
                _("Deposits and withdrawals"),
                ("12-money-in-and-out", *(f"MONEY-{no}" for no in range(1, 6))),
            ),
            Page(
                "staff",
                _("Staff and money"),
                (
                    *("9-staff-and-money", *(f"STAFF-{no}" for no in range(1, 14))),
                    *(f"HOUSE-{no}" for no in range(1, 6)),
                    *(f"BONUS-{no}" for no in range(1, 4)),
                ),
            ),
        ),
    ),
)
PAGES: Final[Mapping[str, Page]] = {page.slug: page for part in PARTS for page in part.pages}
# The page of each chapter.
PAGE_OF: Final[Mapping[str, Page]] = {key: page for page in PAGES.values() for key in page.keys}
