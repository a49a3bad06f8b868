import gc

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PokerSiteConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "poker_site"
    verbose_name = _("Room")

    def ready(self) -> None:
        from django.db.models.signals import post_migrate

        from core import sentences
        from core.settings import registry
        from players.own_data import registry as own_data
        from poker_site.opening import checks  # noqa: F401 (checks register themselves)
        from poker_site.people import personal_data
        from poker_site.refusals import RoomCode
        from poker_site.room_settings import changes
        from tournaments import staff_groups

        sentences.register(RoomCode)
        own_data.register(kept_back=personal_data.KEPT_BACK)
        registry.read_by(changes.current)
        # The last of the apps: every permission exists by now.
        post_migrate.connect(staff_groups.ensure, sender=self, dispatch_uid="staff groups")
        # Put off by the settings.
        gc.enable()
