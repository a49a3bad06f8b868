from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class TablesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "tables"
    verbose_name = pgettext_lazy("what is played", "Play")

    def ready(self) -> None:
        from core import sentences
        from payouts import events, receipts
        from payouts import receivers as money
        from players import receivers as people
        from players import signals
        from players.chat import channels
        from players.closing import obstacles
        from players.contacts import whereabouts as contacts
        from players.own_data import registry
        from players.staff import player_file
        from tables import (
            chat,
            room_settings,  # noqa: F401 (settings declare themselves)
        )
        from tables.cash import croupier, lobby
        from tables.cash import receipts as cash_receipts
        from tables.live import (
            auto_deal,
            checks,  # noqa: F401 (checks register themselves)
        )
        from tables.live.signals import clock_set_back, entries_free
        from tables.models import CASH, HOME, PLAY, POOL, CashStay, PoolEntry
        from tables.own_hands import erasing
        from tables.pools import lobby as pool_lobby
        from tables.pools import next_hand
        from tables.pools import receipts as pool_receipts
        from tables.refusals import HandCode, TableCode
        from tables.seated import held, personal_data, player_file_sections, receivers, whereabouts

        sentences.register(TableCode)
        sentences.register(HandCode)
        player_file.register(*player_file_sections.PARTS, finders=player_file_sections.FINDERS)
        player_file.register(*erasing.PARTS, heads=erasing.HEADS)
        registry.register(
            *personal_data.PARTS, kept_back=personal_data.KEPT_BACK, files=personal_data.FILES
        )
        obstacles.register(held.find)
        receipts.register(CashStay.LETTER, cash_receipts.find)
        receipts.register(PoolEntry.LETTER, pool_receipts.find)
        channels.register(chat.KIND, chat.TableChannel())
        contacts.register(whereabouts.places)
        channels.register_silence(chat.check_hands)
        events.register(CASH, lobby.find_games)
        events.register(PLAY, lobby.find_games)
        events.register("table", lobby.find_tables)
        events.register(POOL, pool_lobby.find_pools)
        auto_deal.register(CASH, croupier.look)
        auto_deal.register(PLAY, croupier.look)
        auto_deal.register(HOME, croupier.look)
        entries_free.connect(next_hand.follow_up, dispatch_uid="pools")
        # These packages do not import tables, which keep the room's time.
        clock_set_back.connect(people.follow_clock_back, dispatch_uid="players")
        clock_set_back.connect(money.follow_clock_back, dispatch_uid="payouts")
        signals.barred.connect(receivers.let_go_of_barred_player, dispatch_uid="tables")
        signals.merging.connect(receivers.refuse_merge, dispatch_uid="tables")
        signals.leaving.connect(receivers.keep_while_at_table, dispatch_uid="tables")
        signals.leaving.connect(erasing.erase_player, dispatch_uid="tables.own_hands")
        signals.noticed.connect(receivers.look_at_pages, dispatch_uid="tables")
        signals.pictured.connect(receivers.show_picture, dispatch_uid="tables")
        signals.renamed.connect(receivers.rename, dispatch_uid="tables")
        signals.access_changed.connect(receivers.look_at_sockets, dispatch_uid="tables")
