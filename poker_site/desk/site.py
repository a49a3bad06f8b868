"""The staff's desk: unfold's, without the parts that no page of ours shows."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.admin import sites
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext, gettext_lazy
from django.views.i18n import JavaScriptCatalog
from unfold.apps import BasicAppConfig
from unfold.sites import UnfoldAdminSite

from poker_site.desk.menu import SCRIPT_WORDS

# The cache time of words that a new release may have changed.
WORDS_SECONDS = 3600


class DeskWords(JavaScriptCatalog):
    """The framework's words for its widgets, with those that it has in English only."""

    packages = ["django.contrib.admin"]

    def get_catalog(self) -> dict[str, Any]:
        return {**super().get_catalog(), **{word: gettext(word) for word in SCRIPT_WORDS}}


class DeskSite(UnfoldAdminSite):  # type: ignore[misc]  # unfold's
    """The admin site, whose list of all models is computed when a template reads it."""

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Return the context of every page.

        A form is saved and done with, or saved and stayed on.
        """
        return {**super().each_context(request), "show_save_and_add_another": False}

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> Any:
        return SimpleLazyObject(lambda: super(DeskSite, self).get_app_list(request, app_label))

    def i18n_javascript(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponseBase:
        """Serve the words of every list and form, cached until the release or the cookies change.

        The language is one of the cookies.
        """
        answer: HttpResponseBase = DeskWords.as_view()(request)
        patch_cache_control(answer, private=True, max_age=WORDS_SECONDS)
        return answer


class DeskConfig(BasicAppConfig):  # type: ignore[misc]  # unfold's
    """The configuration of unfold with this desk, as its own default is with its own."""

    default = False

    def ready(self) -> None:
        admin.site = sites.site = DeskSite()
        # Accounts, groups and addresses: their pages say where they are as the desk's menu does.
        # "Account" alone would be one of money.
        for framework in ("auth", "account", "mfa"):
            apps.get_app_config(framework).verbose_name = gettext_lazy("People")
        # allauth names this model in English alone.
        names = apps.get_model("mfa", "Authenticator")._meta
        names.verbose_name = gettext_lazy("second factor")
        names.verbose_name_plural = gettext_lazy("second factors")
