"""Cut overhead that no test needs: garbage collection, copied contexts, plans; a pytest plugin."""

import gc
from collections.abc import Iterator

import pytest

# So many new objects before the first look for cycles: pages are made of many that live shortly.
NEW_OBJECTS = 20_000


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is imported and collected stays until the end: not one of a million objects of it is
    garbage, and no later look for garbage need pass it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS)
        gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _contexts_of_whole_pages(django_test_environment: None) -> None:
    """A test client keeps what a page was rendered with, ``response.context``; Django's own also
    copies that of each of the hundreds of parts and widgets of a page."""
    from django.template.base import Template
    from django.template.context import Context, RequestContext
    from django.test.signals import template_rendered

    def render(self: Template, context: Context) -> str:
        # A part has its page's context, and so has what the page extends; a widget has no request.
        if context.template is self and isinstance(context, RequestContext):
            template_rendered.send(sender=self, template=self, context=context)
        return self.nodelist.render(context)

    Template._render = render  # type: ignore[attr-defined]


# Of a connection: more statements than all tests have.
STATEMENTS = 5_000


@pytest.fixture(scope="session", autouse=True)
def _prepared_statements_stay() -> None:
    """psycopg forgets the statements that it has prepared whenever something is rolled back, in
    case a table was made in between, and keeps 100 at most. Every test is rolled back, the tables
    stay, and PostgreSQL reads and plans nearly every statement of every test anew."""
    from psycopg._preparing import PrepareManager

    PrepareManager.prepared_max = STATEMENTS
    PrepareManager.clear = lambda self: False  # type: ignore[method-assign]
