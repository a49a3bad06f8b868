"""The rulebook's worked examples, as a reader would type them into the calculators.

The tests take them from the book again, and compare the answers of the page.
"""

from typing import Final

PRIZES: Final = (
    {"kind": "standard", "entries": "100", "buy_in": "9", "guarantee": "500"},
    {"kind": "winners", "entries": "20", "buy_in": "4.50", "shares": "50 30 20"},
    {"kind": "satellite", "entries": "25", "buy_in": "30", "seat": "300", "secondary": "60"},
    {"kind": "satellite", "entries": "26", "buy_in": "30", "seat": "300", "secondary": "60"},
    {"kind": "satellite", "entries": "27", "buy_in": "30", "seat": "300", "secondary": "60"},
    {"kind": "satellite", "entries": "116", "buy_in": "10", "seat": "250"},
    {"kind": "satellite", "entries": "116", "buy_in": "10", "seat": "250", "secondary": "50"},
    {"kind": "satellite", "entries": "20", "buy_in": "10", "seat": "250"},
    {"kind": "split", "entries": "20", "buy_in": "5", "stacks": "7000 5000 3000"},
)
RAKE: Final = (
    {"big_blind": "2", "pot": "400", "players": "2"},
    {"big_blind": "0.02", "pot": "0.14", "players": "6"},
    {"big_blind": "0.05", "pot": "10", "players": "2"},
    {"big_blind": "0.08", "pot": "5", "players": "6"},
    {"big_blind": "0.10", "pot": "19.99", "players": "2"},
    {"big_blind": "0.20", "pot": "3.40", "players": "4"},
    {"big_blind": "0.50", "pot": "54", "players": "6"},
    {"big_blind": "1.20", "pot": "30", "players": "6"},
    {"big_blind": "2", "pot": "37.50", "players": "4"},
    {"big_blind": "4", "pot": "63.63", "players": "6"},
    {"big_blind": "10", "pot": "90.91", "players": "2"},
)
REFUNDS: Final = (
    {
        "rights": "5",
        "stacks": "9000 6000 5000 4000 3000 2000 1000",
        "pool": "90",
        "prizes": "36 20.70 14.40 10.80 8.10",
    },
    {"rights": "1", "stacks": "95x1000", "pool": "80", "prizes": "40 24 16"},
    {"rights": "10", "stacks": "3x3000", "pool": "40", "prizes": "25 15"},
    {
        "rights": "30 10 10 10",
        "stacks": "5000 3000 1500 500",
        "pool": "200",
        "prizes": "100 60 40",
    },
    {
        "rights": "60",
        "stacks": "120000 90000 60000 20000 10000",
        "pool": "1000",
        "prizes": "300 200 140 100 80 60 40 30 25 25",
    },
    {
        "rights": "10",
        "stacks": "15000 12000 10000 6000 500",
        "pool": "600",
        "prizes": "200 150 100 63 57 30",
    },
    {
        "rights": "10",
        "stacks": "3000 2000 1000",
        "pool": "90",
        "prizes": "45 27 18",
    },
)
DEALS: Final = (
    {"stacks": "5000 3000 2000", "prizes": "50 30 20"},
    {"stacks": "100000 70000 50000 20000", "prizes": "200 120 80 50"},
    {"stacks": "500000 450000 50000", "prizes": "700000 300000 0"},
)
VELOX: Final = ({"game": "3-50"}, {"game": "3-1000"}, {"game": "3-2000"}, {"game": "6-250"})
