"""Every address of the room."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from poker_site.desk import shift
from poker_site.opening import pages as opening
from poker_site.pages.about import about
from poker_site.pages.security_txt import security_txt
from poker_site.room_settings import pages as house
from poker_site.rulebook import views as rulebook
from poker_site.rulebook import views as rulebook_api
from poker_site.running.health import health, ready

# Staff sign in by the players' page: the same limits on guessing, the same second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler400 = "poker_site.pages.errors.malformed"
handler404 = "poker_site.pages.errors.not_found"
# allauth uses this one for too many sign-ups or sign-ins.
handler429 = "poker_site.pages.errors.too_many"
handler500 = "poker_site.pages.errors.failed"

urlpatterns = [
    path("health/", health, name="health"),
    path("ready/", ready, name="ready"),
    path("set-up/", opening.page, name="set_up"),
    path("set-up/claim/", opening.claim, name="set_up_claim"),
    path("set-up/room/", opening.room, name="set_up_room"),
    path("set-up/mail/", opening.mail, name="set_up_mail"),
    path("set-up/invite/", opening.invite, name="set_up_invite"),
    path("staff/join/<str:token>/", opening.join, name="join_staff"),
    path("set-up/programme/", opening.programme, name="set_up_programme"),
    path("set-up/open/", opening.open_room, name="set_up_open"),
    path("room.css", house.style, name="room_style"),
    re_path(r"^logo/(?P<key>[0-9a-f]{20})\.webp$", house.logo, name="logo"),
    path("about/", about, name="about"),
    path(".well-known/security.txt", security_txt, name="security_txt"),
    path("rules/", rulebook.contents, name="rules"),
    # A rule's id is in capitals, a page's name is not.
    re_path(r"^rules/(?P<key>[A-Z]+-[A-Z0-9]+)/$", rulebook.rule, name="rule"),
    path("rules/<slug:slug>/", rulebook.page, name="rules_page"),
    path("api/figures/", rulebook_api.figures_api, name="api_figures"),
    path("", include("tournaments.challenges.urls")),
    path("", include("tournaments.clubs.urls")),
    path("", include("tournaments.home.urls")),
    path("", include("tournaments.live_room.urls")),
    path("", include("tournaments.own_events.urls")),
    path("", include("tournaments.profiles.urls")),
    path("", include("tournaments.seasons.urls")),
    path("", include("tournaments.urls")),
    path("", include("tables.urls")),
    path("", include("payouts.urls")),
    path("", include("players.chat.urls")),
    path("", include("players.contacts.urls")),
    path("", include("players.urls")),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("admin/lock/", shift.lock, name="lock_desk"),
    path("admin/", admin.site.urls),
]
