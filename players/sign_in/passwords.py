"""Checks against guessable passwords, beyond Django's list of leaked ones."""

import unicodedata

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# Signs that replace letters; a guesser undoes that first.
LEET = str.maketrans("013457@$!", "oleastasi")
# Signs that are put before or behind a word to satisfy a form.
ENDS = "0123456789!?.,;:-_*+#@$%&/() "
# Words of poker and of this room, which no list of leaked passwords ranks high.
WORDS = frozenset(
    word
    for words in (
        "allin badbeat bankroll bigblind blackjack bluff casino cashgame chips dealer flush",
        "fullhouse holdem jackpot montepremi omaha pocketaces poker pokerface pokerplayer",
        "pokerroom pokerstars river royalflush shark showdown smallblind texas texasholdem",
        "tournament torneo tornei carte assi scala coloreale",
    )
    for word in words.split()
)


class NormalPBKDF2(PBKDF2PasswordHasher):
    """Django's hasher, over the NFKC form of a password.

    An accent is one character on one keyboard and two on another; NIST SP 800-63B asks for NFKC.
    """

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        return super().encode(unicodedata.normalize("NFKC", password), salt, iterations)


class GuessableValidator(CommonPasswordValidator):
    """A validator against leaked passwords in disguise: P4ssw0rd!2024, poker123, qwertyqwerty."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if any(self._is_common(guess) for guess in _guesses(password)):
            raise ValidationError(self.get_error_message(), code="password_guessable")

    def _is_common(self, guess: str) -> bool:
        return guess in WORDS or guess in self.passwords

    def get_error_message(self) -> str:
        return _("This password is too easy to guess.")

    def get_help_text(self) -> str:
        return _("A well-known password stays easy to guess with digits or signs added.")


def _guesses(password: str) -> set[str]:
    """Return the words that a password may disguise, the password itself included."""
    plain = unicodedata.normalize("NFKC", password).strip().casefold()
    guesses = set()
    for text in (plain, plain.translate(LEET)):
        bare = text.strip(ENDS)
        half = len(text) // 2
        guesses |= {text, bare, text[:half] if text == text[:half] * 2 else text}
    guesses.add(plain.strip(ENDS).translate(LEET))
    return {guess for guess in guesses if guess}
