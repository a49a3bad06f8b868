from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PokerSiteConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "poker_site"
    verbose_name = _("Room")

    def ready(self) -> None:
        from poker_site import checks  # noqa: F401 (checks register themselves)
