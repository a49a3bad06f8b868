"""Addresses that are keys: who has one may come in, so no log and no trace has it."""

# Before a key: of a schedule, a seat card, an invitation, a home game, a shared hand, in a mail.
BEFORE_KEYS = r"/(?:calendar|seat/\d+|confirm-email|reset/key|home|join|notices/mails|shared)/"
