"""The addresses of profiles."""

from django.urls import path

from tournaments.profiles import pages

urlpatterns = [
    path("players/<str:name>/", pages.profile, name="profile"),
    path("accounts/profile/", pages.choose, name="own_profile"),
]
