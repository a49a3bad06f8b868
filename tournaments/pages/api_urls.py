"""The addresses of the API, below ``api/``."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from tournaments.pages.api import MeView, TournamentViewSet

router = SimpleRouter()
router.register("tournaments", TournamentViewSet, basename="api-tournament")

urlpatterns = [path("me/", MeView.as_view(), name="api-me"), *router.urls]
