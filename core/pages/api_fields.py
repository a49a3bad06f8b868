"""Fields that answers of the API share."""

from typing import Any

from rest_framework import serializers

from core.money import currency


class CurrencyField(serializers.CharField):
    """The ISO 4217 code of the currency in whose smallest unit the amounts of an answer are."""

    def __init__(self, **options: Any) -> None:
        super().__init__(source="*", read_only=True, **options)

    def to_representation(self, value: Any) -> str:
        return currency()
