"""The addresses of challenges."""

from django.urls import path

from tournaments.challenges.pages import views

urlpatterns = [
    path("challenges/", views.challenges, name="challenges"),
    path("api/challenges/", views.api_challenges, name="api_challenges"),
]
