"""The addresses of the API, below ``api/``."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from tournaments.pages import receipt_views
from tournaments.pages.api import saved as api_kept
from tournaments.pages.api.decisions import entry_why
from tournaments.pages.api.events import MeView, TournamentViewSet

router = SimpleRouter()
router.register("tournaments", TournamentViewSet, basename="api-tournament")

urlpatterns = [
    path("lobby/", api_kept.lobby, name="api-lobby"),
    path("searches/", api_kept.my_searches, name="api-searches"),
    path("searches/<int:pk>/", api_kept.my_search, name="api-search"),
    path("series/<int:pk>/star/", api_kept.series_star, name="api-series-star"),
    path("schedule/", api_kept.schedule, name="api-schedule"),
    path("me/", MeView.as_view(), name="api-me"),
    path("entries/<int:pk>/", receipt_views.entry_receipt, name="api-entry-receipt"),
    path("tournaments/<int:pk>/entries/<int:entry>/why/", entry_why, name="api-entry-why"),
    *router.urls,
]
