"""The prize schemes that staff choose from."""

from payouts.models import PrizeScheme
from payouts.rules.schemes import Scheme

__all__ = ["PrizeScheme", "ensure"]


def ensure(*, name: str, scheme: Scheme) -> PrizeScheme:
    """Return the prize scheme of this name; created if missing, otherwise left as it is."""
    typed = {term: getattr(scheme, term) for term in scheme.typed}
    row, _ = PrizeScheme.objects.get_or_create(name=name, defaults={"kind": scheme.kind, **typed})
    return row
