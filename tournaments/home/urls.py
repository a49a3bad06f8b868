"""The addresses of home games."""

from django.urls import path

from tournaments.home import api, pages

urlpatterns = [
    path("home/new/", pages.new, name="home_new"),
    path("home/<str:token>/", pages.room, name="home_game"),
    path("home/<str:token>/join/", pages.join, name="home_join"),
    path("home/<str:token>/leave/", pages.leave, name="home_leave"),
    path("home/<str:token>/act/", pages.act, name="home_act"),
    path("home/<str:token>/payments/<int:pk>/", pages.tick, name="home_tick"),
    path("tournaments/<int:pk>/home/", pages.of_event, name="home_of_event"),
    path("api/home-games/", api.home_games, name="api_home_games"),
]
