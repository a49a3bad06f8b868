"""The buttons of the staff's desk."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.http import Http404, HttpRequest, HttpResponse
from unfold.admin import ModelAdmin
from unfold.decorators import action

Answer = TypeVar("Answer", bound=Callable[..., HttpResponse])


def button(**words: Any) -> Callable[[Answer], Answer]:
    """unfold's ``action`` for the page of an object; 404 where the address names none."""

    def decorate(answer: Answer) -> Answer:
        pressed = action(**words)(answer)

        @wraps(pressed)
        def on_object(desk: ModelAdmin, request: HttpRequest, object_id: str) -> HttpResponse:
            # Django reads what the address says; unfold hands it on unread.
            found = desk.get_object(request, object_id)
            if found is None:
                raise Http404
            return cast(HttpResponse, pressed(desk, request, object_id=found.pk))

        return cast(Answer, on_object)

    return decorate
