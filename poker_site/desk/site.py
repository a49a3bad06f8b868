"""The staff's desk: unfold's, without what no page of ours shows."""

from typing import Any

from django.contrib import admin
from django.contrib.admin import sites
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from unfold.apps import BasicAppConfig
from unfold.sites import UnfoldAdminSite


class DeskSite(UnfoldAdminSite):  # type: ignore[misc]  # unfold's
    """Every page is given the list of all models; it is made when somebody reads it."""

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> Any:
        return SimpleLazyObject(lambda: super(DeskSite, self).get_app_list(request, app_label))


class DeskConfig(BasicAppConfig):  # type: ignore[misc]  # unfold's
    """unfold with this desk, as its own default does with its own."""

    default = False

    def ready(self) -> None:
        admin.site = sites.site = DeskSite()
