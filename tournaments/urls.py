"""The addresses of the lobby and of the events."""

from django.urls import include, path

from tournaments import deal_views, room_views, views

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("tournaments/<int:pk>/", views.tournament, name="tournament"),
    path("tournaments/<int:pk>/clock/", room_views.wall, name="wall"),
    path("tournaments/<int:pk>/deal/", deal_views.deal, name="deal"),
    path("tournaments/<int:pk>/register/", views.register, name="register"),
    path("tournaments/<int:pk>/unregister/", views.unregister, name="unregister"),
    path("tournaments/<int:pk>/seed/", views.set_seed, name="set_seed"),
    path("velox/", views.velox, name="velox"),
    path("velox/<int:pk>/draw/", views.velox_draw, name="velox_draw"),
    path("api/", include("tournaments.api_urls")),
    path("my/tournaments/", views.my_tournaments, name="my_tournaments"),
]
