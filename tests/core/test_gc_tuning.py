"""The collector of garbage, put off."""

import gc

import pytest
from django.apps import apps

from core import gc_tuning


def test_nothing_is_collected_meanwhile_and_then_it_goes_on_whatever_happened() -> None:
    before = gc.isenabled()
    gc.enable()
    try:
        with gc_tuning.gc_paused(), gc_tuning.gc_paused():
            assert not gc.isenabled()
        assert gc.isenabled()
        with pytest.raises(ZeroDivisionError), gc_tuning.gc_paused():
            print(1 / 0)
        assert gc.isenabled()
        gc.disable()
        with gc_tuning.gc_paused():
            pass
        assert not gc.isenabled()
    finally:
        (gc.enable if before else gc.disable)()


@pytest.mark.middling
def test_what_a_process_has_loaded_is_not_walked_through_again_and_the_rest_seldom() -> None:
    before, threshold = gc.get_freeze_count(), gc.get_threshold()
    kept = [[number] for number in range(1_000)]
    try:
        gc_tuning.freeze_heap()
        assert gc.get_freeze_count() > before + len(kept)
        assert gc.get_threshold()[0] == gc_tuning.NEW_OBJECTS
    finally:
        gc.set_threshold(*threshold)


def test_once_the_apps_are_loaded_it_goes_on() -> None:
    gc.disable()
    try:
        apps.get_app_config("poker_site").ready()
        assert gc.isenabled()
    finally:
        gc.enable()
