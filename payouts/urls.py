"""The wallet's addresses."""

from django.urls import path

from payouts.pages import (
    clock,
    gateway_webhook,
    limits,
    limits_api,
    payments,
    payments_api,
    receipts,
    wallet,
)

urlpatterns = [
    path("wallet/", wallet.wallet, name="wallet"),
    path("wallet/deposit/", wallet.deposit, name="deposit"),
    path("wallet/withdraw/", wallet.withdraw, name="withdraw"),
    path("wallet/payments/", payments.page, name="payments"),
    path("wallet/payments/deposit/", payments.deposit, name="pay_in"),
    path("wallet/payments/withdraw/", payments.withdraw, name="pay_out"),
    path("wallet/payments/<uuid:token>/", payments.payment, name="payment"),
    path("wallet/payments/<uuid:token>/cancel/", payments.cancel, name="cancel_payment"),
    path("payments/notify/<slug:gateway>/", gateway_webhook.notify, name="notify_payment"),
    path("api/payments/", payments_api.payments, name="api_payments"),
    path("api/payments/<uuid:token>/cancel/", payments_api.cancel, name="api_cancel_payment"),
    path("api/limits/", limits_api.own_limits, name="api_limits"),
    path("receipts/", receipts.check, name="check_receipt"),
    path("wallet/limits/", limits.page, name="limits"),
    path("wallet/limits/set/", limits.set_limit, name="set_limit"),
    path("wallet/limits/remind/", clock.remind, name="remind"),
    path("wallet/clock/", clock.clock, name="play_clock"),
    path("wallet/limits/exclude/", limits.exclude, name="exclude"),
]
