"""The wallet's addresses."""

from django.urls import path

from payouts import limits_page, views

urlpatterns = [
    path("wallet/", views.wallet, name="wallet"),
    path("wallet/deposit/", views.deposit, name="deposit"),
    path("wallet/withdraw/", views.withdraw, name="withdraw"),
    path("wallet/limits/", limits_page.page, name="limits"),
    path("wallet/limits/set/", limits_page.set_limit, name="set_limit"),
    path("wallet/limits/exclude/", limits_page.exclude, name="exclude"),
]
