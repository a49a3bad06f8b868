"""What is connected: a payment service, or the operator's own wallet; None where there is none."""

from django.conf import settings

from payouts.gateways.interface import Gateway
from payouts.gateways.operators_wallet import Wallet, WalletOverHttp
from payouts.gateways.over_http import OverHttp


def name() -> str:
    """The name under which new payments go; empty: none."""
    return str(settings.PAYMENT_GATEWAY)


def gateway() -> Gateway | None:
    """The connected service."""
    if not name():
        return None
    return OverHttp(
        name=name(), url=settings.PAYMENT_GATEWAY_URL, secret=settings.PAYMENT_GATEWAY_SECRETS[0]
    )


def secrets_of(gateway_name: str) -> list[str]:
    """The secrets by which notices of a service are verified, the newest first; of an unknown one
    none."""
    known = gateway_name == name() and gateway_name
    return list(settings.PAYMENT_GATEWAY_SECRETS) if known else []


def wallet() -> Wallet | None:
    """The operator's own account system, where that holds the players' money (MONEY-5)."""
    if not settings.WALLET_URL:
        return None
    return WalletOverHttp(url=settings.WALLET_URL, secret=settings.WALLET_SECRETS[0])
