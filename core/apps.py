from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CoreConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "core"
    verbose_name = _("Ground")

    def ready(self) -> None:
        from core import sentences
        from core.refusals import CoreCode

        sentences.register(CoreCode)
