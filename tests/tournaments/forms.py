"""The staff's pages as a browser fills them in."""

from typing import Any

from django.test import Client


def page_form(office: Client, address: str) -> dict[str, Any]:
    """What the browser would send if nothing were changed on a page."""
    context = office.get(address).context
    data = _typed(context["adminform"].form)
    for inline in context["inline_admin_formsets"]:
        formset = inline.formset
        data |= {
            f"{formset.prefix}-{name}": value
            for name, value in formset.management_form.initial.items()
        }
        for form in formset.initial_forms:
            row = {**_typed(form), "id": form.instance.pk}
            data |= {form.add_prefix(name): value for name, value in row.items()}
    return {name: value for name, value in data.items() if value is not None and value is not False}


def _typed(form: Any) -> dict[str, Any]:
    """What stands in a form's fields: money in euro."""
    fields = ((name, form.fields.get(name)) for name in form.initial)
    return {
        name: form.initial[name] if field is None else field.prepare_value(form.initial[name])
        for name, field in fields
    }
