"""The addresses of the live room; ``admin.live_watch_page`` has those of its desk."""

from django.urls import path

from tournaments.live_room.home_nights.pages import night_page
from tournaments.live_room.pages import api, views

urlpatterns = [
    path("tournaments/<int:pk>/feature/", views.feature, name="feature"),
    path("tournaments/<int:pk>/chip-races/", views.chip_races, name="chip_races"),
    path("seat/<int:entry>/<slug:code>/", views.seat, name="live_player"),
    path("seat/<int:entry>/<slug:code>/call/", views.call_floor, name="call_floor"),
    path("home/<str:token>/night/", night_page.act, name="night_act"),
    path("home/<str:token>/clock/", night_page.clock, name="night_clock"),
    path("offline/floor/<str:language>/", views.kept_shell, name="kept_shell"),
    path("api/tournaments/<int:pk>/chip-races/", api.chip_races, name="api-chip-races"),
    path("api/tournaments/<int:pk>/feature/", api.feature_hands, name="api-feature"),
]
