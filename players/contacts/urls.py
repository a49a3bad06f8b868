"""The addresses of what a player keeps about others."""

from django.urls import path

from players.contacts import api, pages

urlpatterns = [
    path("accounts/contacts/", pages.contacts, name="contacts"),
    path("accounts/contacts/mute-all/", pages.mute_all, name="contacts_mute_all"),
    path("accounts/contacts/friends/", pages.befriend, name="befriend"),
    path("accounts/contacts/<int:pk>/", pages.keep, name="keep_contact"),
    path("api/contacts/", api.contacts, name="api_contacts"),
    path("api/friends/", api.friend_list, name="api_friends"),
    path("api/friends/settings/", api.friend_settings, name="api_friend_settings"),
    path("api/contacts/mute-all/", api.mute_all, name="api_mute_all"),
    path("api/contacts/<int:pk>/", api.contact, name="api_contact"),
]
