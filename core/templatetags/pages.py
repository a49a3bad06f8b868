"""Links between pages of a list, beside other lists on the same page."""

from typing import Any

from django import template

register = template.Library()


@register.simple_tag(takes_context=True)
def page_link(context: dict[str, Any], of: str, number: int) -> str:
    """Return the current URL with another page of the list ``of``; the other lists keep theirs."""
    query = context["request"].GET.copy()
    query[of or "page"] = str(number)
    return f"?{query.urlencode()}"
