"""The addresses of clubs."""

from django.urls import path

from tournaments.clubs import api, pages

urlpatterns = [
    path("clubs/", pages.mine, name="clubs"),
    path("clubs/new/", pages.new, name="club_new"),
    path("clubs/join/<str:token>/", pages.join, name="club_join"),
    path("clubs/pictures/<str:key>/", pages.image, name="club_image"),
    path("clubs/calendar/<str:token>/", pages.calendar, name="club_calendar"),
    path("clubs/<slug:slug>/", pages.lobby, name="club"),
    path("clubs/<slug:slug>/colours/", pages.colours, name="club_colours"),
    path("clubs/<slug:slug>/members/", pages.members, name="club_members"),
    path("clubs/<slug:slug>/settings/", pages.settings, name="club_settings"),
    path("clubs/<slug:slug>/picture/", pages.picture, name="club_picture"),
    path("clubs/<slug:slug>/games/new/", pages.new_game, name="club_new_game"),
    path("clubs/<slug:slug>/act/", pages.act, name="club_act"),
    path("api/clubs/", api.clubs, name="api_clubs"),
    path("api/clubs/join/", api.join, name="api_club_join"),
    path("api/clubs/<slug:slug>/", api.club, name="api_club"),
    path("api/clubs/<slug:slug>/leave/", api.leave, name="api_club_leave"),
]
