"""The connected payment service and operator's wallet; None where there is none."""

from django.conf import settings

from payouts.gateways.interface import Gateway
from payouts.gateways.operators_wallet import Wallet, WalletOverHttp
from payouts.gateways.over_http import HttpGateway


def name() -> str:
    """Return the name of the service that new payments go to; empty: none."""
    return str(settings.PAYMENT_GATEWAY)


def gateway() -> Gateway | None:
    """Return the connected service."""
    if not name():
        return None
    return HttpGateway(
        name=name(), url=settings.PAYMENT_GATEWAY_URL, secret=settings.PAYMENT_GATEWAY_SECRETS[0]
    )


def secrets_of(gateway_name: str) -> list[str]:
    """Return the secrets that verify a service's notices, newest first; unknown service: none."""
    known = gateway_name == name() and gateway_name
    return list(settings.PAYMENT_GATEWAY_SECRETS) if known else []


def wallet() -> Wallet | None:
    """Return the operator's own account system, if it holds the players' money (MONEY-5)."""
    if not settings.WALLET_URL:
        return None
    return WalletOverHttp(url=settings.WALLET_URL, secret=settings.WALLET_SECRETS[0])
