"""The account of a player or of a member of the staff."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account; names differ in more than their capitals, as forms compare them."""

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Upper("username"),
                name="players_one_username",
                violation_error_message=_("This name is already taken."),
            )
        ]
