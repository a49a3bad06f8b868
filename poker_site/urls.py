"""Every address of the room."""

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from poker_site.health import health

urlpatterns = [
    path("health/", health, name="health"),
    path("", include("tournaments.urls")),
    path("", include("tables.urls")),
    path("", include("payouts.urls")),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/", include("tournaments.api_urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("admin/", admin.site.urls),
]
