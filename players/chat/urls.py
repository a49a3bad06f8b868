"""The addresses of chat."""

from django.urls import path

from players.chat import api, pages

urlpatterns = [
    path("chat/<slug:kind>/<int:ref>/", pages.chat, name="chat"),
    path("chat/<slug:kind>/<int:ref>/mute/", pages.mute_all, name="chat_mute_all"),
    path("chat/lines/<int:pk>/about/", pages.about, name="chat_about"),
    path("api/chat/<slug:kind>/<int:ref>/", api.chat, name="api_chat"),
    path("api/chat/lines/<int:pk>/report/", api.report, name="api_chat_report"),
]
