"""The wallet's addresses."""

from django.urls import path

from payouts import views

urlpatterns = [
    path("wallet/", views.wallet, name="wallet"),
    path("wallet/deposit/", views.deposit, name="deposit"),
]
