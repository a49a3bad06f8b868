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
            personal_data,
            player_file_sections,
            receipts,
            receivers,
            room_settings,  # noqa: F401 (settings declare themselves)
        )
        from payouts.refusals import MoneyCode
        from payouts.wallets import cash_receipts, held
        from players import signals
        from players.closing import obstacles
        from players.own_data import registry
        from players.staff import player_file

        sentences.register(MoneyCode)
        player_file.register(
            *player_file_sections.PARTS,
            heads=player_file_sections.HEADS,
            finders=player_file_sections.FINDERS,
        )
        registry.register(*personal_data.PARTS, kept_back=personal_data.KEPT_BACK)
        obstacles.register(held.find)
        receipts.register(cash_receipts.LETTER, cash_receipts.find)
        signals.merging.connect(receivers.refuse_merge, dispatch_uid="payouts")
        signals.merged.connect(receivers.merge, dispatch_uid="payouts")
        signals.leaving.connect(receivers.keep_while_money_is_held, dispatch_uid="payouts")
        user_signed_up.connect(receivers.welcome, dispatch_uid="payouts")
