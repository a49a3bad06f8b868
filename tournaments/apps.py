from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "tournaments"
    verbose_name = _("Events")

    def ready(self) -> None:
        from django.db.models import Exists, OuterRef

        from core import sentences
        from payouts import events, receipts
        from payouts.reports import audits
        from payouts.wallets import one_person_sums
        from players import signals
        from players.chat import channels
        from players.closing import obstacles
        from players.contacts import whereabouts as contacts
        from players.own_data import registry
        from players.staff import player_file
        from tables import chat as table_chat
        from tables.cash import quick_seat
        from tables.live import auto_deal
        from tables.live.signals import clock_set_back, hand_finished, outage_over
        from tables.wire import spectators
        from tournaments import (
            chat,
            nightly,
            personal_data,
            player_file_sections,
            receivers,
            room_settings,  # noqa: F401 (settings declare themselves)
        )
        from tournaments.entry import admission, held
        from tournaments.entry import receipts as entry_receipts
        from tournaments.models import Entry, Terms, floor_kinds
        from tournaments.models.events import KIND
        from tournaments.money import tickets
        from tournaments.pages import whereabouts
        from tournaments.pages.lobby import listed
        from tournaments.play import auto_deal as event_auto_deal
        from tournaments.play.online_floor import OnlineFloor
        from tournaments.refusals import EventCode

        entered = Entry.objects.filter(user=OuterRef("user"), status__in=Entry.LIVE)
        quick_seat.expect(Exists(entered))
        sentences.register(EventCode)
        player_file.register(*player_file_sections.PARTS, finders=player_file_sections.FINDERS)
        registry.register(*personal_data.PARTS, kept_back=personal_data.KEPT_BACK)
        obstacles.register(held.find)
        events.register(KIND, listed.find_events)
        one_person_sums.register(tickets.given)
        audits.register(nightly.check)
        receipts.register(entry_receipts.LETTER, entry_receipts.find)
        floor_kinds.register(Terms.Venue.ONLINE, OnlineFloor)
        channels.register(chat.KIND, chat.EventChannel())
        contacts.register(whereabouts.places)
        table_chat.register(KIND, chat.rules_of)
        spectators.register(KIND, admission.may_watch_tables)
        auto_deal.register(KIND, event_auto_deal.look)
        hand_finished.connect(receivers.note_finished_hand, dispatch_uid="tournaments")
        clock_set_back.connect(receivers.follow_clock_back, dispatch_uid="tournaments")
        outage_over.connect(receivers.make_up_for_outage, dispatch_uid="tournaments")
        signals.merging.connect(receivers.refuse_merge, dispatch_uid="tournaments")
        signals.merged.connect(receivers.pass_tickets_on, dispatch_uid="tournaments")
        signals.leaving.connect(receivers.keep_while_entered, dispatch_uid="tournaments")
        signals.leaving.connect(receivers.drop_what_is_kept, dispatch_uid="tournaments.saved")
        signals.barred.connect(receivers.let_go_of_barred_player, dispatch_uid="tournaments")
