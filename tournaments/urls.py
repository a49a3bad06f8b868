"""The addresses of the lobby and of the events."""

from django.urls import include, path

from tournaments.pages import deal_views, own_statistics, receipt_views, results_views, views
from tournaments.pages.lobby import schedule_views
from tournaments.pages.lobby import views as lobby_views
from tournaments.pages.wall import views as wall_views

urlpatterns = [
    path("", lobby_views.front, name="lobby"),
    path("lobby/<slug:name>/", lobby_views.place, name="place"),
    path("timeline/", schedule_views.timeline, name="timeline"),
    path("series/<int:pk>/star/", lobby_views.star_series, name="star_series"),
    path("my/searches/", lobby_views.save_search, name="save_search"),
    path("my/searches/<int:pk>/forget/", lobby_views.forget_search, name="forget_search"),
    path("my/schedule/", schedule_views.schedule, name="schedule"),
    path("my/schedule/address/", schedule_views.address, name="calendar_address"),
    path("calendar/<str:token>.ics", schedule_views.calendar, name="calendar"),
    path("tournaments/<int:pk>/event.ics", schedule_views.event_ics, name="event_ics"),
    path("tournaments/<int:pk>/", views.tournament, name="tournament"),
    path("tournaments/<int:pk>/sheet/", views.terms, name="event_sheet"),
    path("tournaments/<int:pk>/clock/", wall_views.wall, name="wall"),
    path("tournaments/<int:pk>/screens/<slug:name>/", wall_views.screen, name="wall_screen"),
    path("tournaments/<int:pk>/seats/", wall_views.seats, name="seats"),
    path("tournaments/<int:pk>/results/", results_views.results, name="results"),
    path("tournaments/<int:pk>/entries/<int:entry>/", results_views.why, name="entry_why"),
    path("tournaments/<int:pk>/results.csv", results_views.results_csv, name="results_csv"),
    path("tournaments/<int:pk>/moves/", results_views.moves, name="moves"),
    path("tournaments/<int:pk>/hands.<suffix>", results_views.hands, name="event_hands"),
    path("tournaments/<int:pk>/my-hands.<suffix>", results_views.own_hands, name="own_hands"),
    path("tournaments/<int:pk>/summary.OTS", results_views.summary, name="event_summary"),
    path("tournaments/<int:pk>/deal/", deal_views.deal, name="deal"),
    path("tournaments/<int:pk>/register/", views.register, name="register"),
    path("tournaments/<int:pk>/unregister/", views.unregister, name="unregister"),
    path("tournaments/<int:pk>/check-in/", views.confirm_presence, name="check_in"),
    path("tournaments/<int:pk>/rebuy/", views.rebuy, name="rebuy"),
    path("tournaments/<int:pk>/add-on/", views.add_on, name="add_on"),
    path("tournaments/<int:pk>/seed/", views.set_seed, name="set_seed"),
    path("velox/", views.velox, name="velox"),
    path("velox/<int:pk>/draw/", views.velox_draw, name="velox_draw"),
    path("api/", include("tournaments.pages.api.urls")),
    path("accounts/statistics/", own_statistics.statistics, name="statistics"),
    path("api/statistics/", own_statistics.api_statistics, name="api_statistics"),
    path("my/tournaments/", views.my_tournaments, name="my_tournaments"),
    path("my/entries/<int:pk>/", receipt_views.receipt, name="entry_receipt"),
]
