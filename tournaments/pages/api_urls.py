"""The addresses of the API, below ``api/``."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from tournaments.pages import receipt_views
from tournaments.pages.api import MeView, TournamentViewSet
from tournaments.pages.api_why import entry_why

router = SimpleRouter()
router.register("tournaments", TournamentViewSet, basename="api-tournament")

urlpatterns = [
    path("me/", MeView.as_view(), name="api-me"),
    path("entries/<int:pk>/", receipt_views.entry_receipt, name="api-entry-receipt"),
    path("tournaments/<int:pk>/entries/<int:entry>/why/", entry_why, name="api-entry-why"),
    *router.urls,
]
