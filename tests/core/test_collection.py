"""The collector of garbage, put off."""

import gc

import pytest
from django.apps import apps

from core import collection


def test_nothing_is_collected_meanwhile_and_then_it_goes_on_whatever_happened() -> None:
    before = gc.isenabled()
    gc.enable()
    try:
        with collection.put_off(), collection.put_off():
            assert not gc.isenabled()
        assert gc.isenabled()
        with pytest.raises(ZeroDivisionError), collection.put_off():
            print(1 / 0)
        assert gc.isenabled()
        gc.disable()
        with collection.put_off():
            pass
        assert not gc.isenabled()
    finally:
        (gc.enable if before else gc.disable)()


@pytest.mark.middling
def test_what_a_process_has_loaded_is_not_walked_through_again_and_the_rest_seldom() -> None:
    before, threshold = gc.get_freeze_count(), gc.get_threshold()
    kept = [[number] for number in range(1_000)]
    try:
        collection.settle()
        assert gc.get_freeze_count() > before + len(kept)
        assert gc.get_threshold()[0] == collection.NEW_OBJECTS
    finally:
        gc.set_threshold(*threshold)


def test_once_the_apps_are_loaded_it_goes_on() -> None:
    gc.disable()
    try:
        apps.get_app_config("poker_site").ready()
        assert gc.isenabled()
    finally:
        gc.enable()
