"""The wallet's addresses."""

from django.urls import path

from payouts.pages import api, clock, limits, receipts, wallet

urlpatterns = [
    path("wallet/", wallet.wallet, name="wallet"),
    path("wallet/deposit/", wallet.deposit, name="deposit"),
    path("wallet/withdraw/", wallet.withdraw, name="withdraw"),
    path("api/limits/", api.own_limits, name="api_limits"),
    path("receipts/", receipts.check, name="check_receipt"),
    path("wallet/limits/", limits.page, name="limits"),
    path("wallet/limits/set/", limits.set_limit, name="set_limit"),
    path("wallet/limits/remind/", clock.remind, name="remind"),
    path("wallet/clock/", clock.clock, name="play_clock"),
    path("wallet/limits/exclude/", limits.exclude, name="exclude"),
]
