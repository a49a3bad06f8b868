"""The addresses of one's own account, beside allauth's."""

from django.urls import path

from players.pages import sessions

urlpatterns = [
    path("accounts/sessions/", sessions.page, name="sessions"),
    path("accounts/sessions/<int:pk>/end/", sessions.end, name="end_session"),
    path("accounts/sessions/end-others/", sessions.end_others, name="end_other_sessions"),
]
