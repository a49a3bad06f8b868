from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PayoutsConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "payouts"
    verbose_name = _("Money")

    def ready(self) -> None:
        from allauth.account.signals import user_signed_up

        from core import sentences
        from payouts import (
            house,  # noqa: F401 (settings declare themselves)
            receivers,
        )
        from payouts.refusals import RULES
        from payouts.sentences import SENTENCES

        sentences.register(SENTENCES, RULES)
        user_signed_up.connect(receivers.welcome, dispatch_uid="payouts")
