"""The addresses of seasons."""

from django.urls import path

from tournaments.seasons import api, pages

urlpatterns = [
    path("seasons/", pages.seasons, name="seasons"),
    path("seasons/<int:pk>/", pages.season, name="season"),
    path("seasons/<int:pk>/players/<int:user_id>/", pages.player, name="season_player"),
    path("seasons/<int:pk>/results.<str:suffix>", pages.results, name="season_results"),
    path("clubs/<slug:slug>/seasons/", pages.club_seasons, name="club_seasons"),
    path("clubs/<slug:slug>/seasons/<int:pk>/", pages.club_season, name="club_season"),
    path("api/seasons/", api.seasons, name="api_seasons"),
    path("api/seasons/<int:pk>/standings/", api.season_standings, name="api_season_standings"),
]
