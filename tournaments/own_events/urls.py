"""The addresses of a player's own events."""

from django.urls import path

from tournaments.own_events.pages import views

urlpatterns = [
    path("tournaments/<int:pk>/mine/", views.own_event, name="own_event"),
    path("tournaments/<int:pk>/mine/<int:hand>/", views.own_event_hand, name="own_event_hand"),
    path("api/tournaments/<int:pk>/mine/", views.api_own_event, name="api_own_event"),
]
