"""The URLs of a player's own account, beside allauth's, and of the installable app."""

from django.urls import path, re_path

from players.pages import (
    closing,
    identity,
    installable_app,
    notices,
    notices_api,
    own_data,
    pictures,
    sessions,
    sign_in_pages,
    terms,
    terms_api,
)

urlpatterns = [
    path("accounts/picture/", pictures.page, name="picture"),
    path("accounts/picture/change/", pictures.change, name="change_picture"),
    path("accounts/picture/remove/", pictures.remove, name="remove_picture"),
    re_path(r"^avatars/(?P<key>[0-9a-f]{20})\.webp$", pictures.avatar, name="avatar"),
    # Before allauth's URLs, so that ours win.
    path("accounts/signup/", sign_in_pages.SignUp.as_view(), name="account_signup"),
    path("accounts/login/", sign_in_pages.LogIn.as_view(), name="account_login"),
    path("accounts/sessions/", sessions.page, name="sessions"),
    path("accounts/sessions/<int:pk>/end/", sessions.end, name="end_session"),
    path("accounts/sessions/end-others/", sessions.end_others, name="end_other_sessions"),
    path("accounts/data/", own_data.page, name="own_data"),
    path("accounts/data/progress/", own_data.progress, name="own_data_progress"),
    path("accounts/data/ask/", own_data.ask, name="ask_own_data"),
    path("accounts/data/<int:pk>/", own_data.download, name="own_data_archive"),
    path("accounts/close/", closing.page, name="close_account"),
    path("accounts/close/ask/", closing.ask, name="ask_to_close_account"),
    path("accounts/identity/", identity.page, name="identity"),
    path("terms/", terms.page, name="terms"),
    path("accounts/terms/", terms.accept, name="accept_terms"),
    path("api/terms/", terms_api.own, name="api_terms"),
    path("accounts/notices/", notices.page, name="notices"),
    path("accounts/notices/choose/", notices.choose, name="choose_notices"),
    path("accounts/notices/mails/<str:token>/", notices.unsubscribe, name="unsubscribe"),
    path("accounts/notices/seen/", notices.see_all, name="see_notices"),
    path("accounts/notices/devices/<int:pk>/end/", notices.end_device, name="end_device"),
    path("api/notices/", notices_api.notices, name="api_notices"),
    path("api/notices/seen/", notices_api.seen, name="api_notices_seen"),
    path("api/notices/settings/", notices_api.settings, name="api_notice_settings"),
    path("api/notices/devices/", notices_api.own_devices, name="api_devices"),
    path("api/notices/devices/<int:pk>/", notices_api.own_device, name="api_device"),
    path("manifest.webmanifest", installable_app.manifest, name="manifest"),
    path("sw.js", installable_app.service_worker, name="service_worker"),
    path("offline/<str:language>/", installable_app.offline, name="offline"),
]
