"""Ways from one page of a list to the next, beside other lists on the same page."""

from typing import Any

from django import template

register = template.Library()


@register.simple_tag(takes_context=True)
def page_link(context: dict[str, Any], of: str, number: int) -> str:
    """This address with another page of the list ``of``; the other lists stay where they are."""
    query = context["request"].GET.copy()
    query[of or "page"] = str(number)
    return f"?{query.urlencode()}"
