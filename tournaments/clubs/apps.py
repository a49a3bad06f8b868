from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "tournaments.clubs"
    label = "clubs"

    def ready(self) -> None:
        from core import sentences
        from players import signals
        from players.chat import channels
        from players.closing import obstacles
        from players.contacts import whereabouts as contacts
        from players.own_data import registry
        from players.staff import player_file
        from tournaments.clubs import (
            chat,
            held,
            personal_data,
            play,
            player_file_sections,
            receivers,
            whereabouts,
        )
        from tournaments.clubs.refusals import ClubCode
        from tournaments.home import gates

        sentences.register(ClubCode)
        player_file.register(*player_file_sections.PARTS)
        registry.register(*personal_data.PARTS, kept_back=personal_data.KEPT_BACK)
        obstacles.register(held.find)
        gates.register(play.gate, play.members)
        channels.register(chat.KIND, chat.ClubChannel())
        contacts.register(whereabouts.places)
        signals.barred.connect(receivers.pass_clubs_on, dispatch_uid="clubs")
        signals.leaving.connect(receivers.leave_clubs, dispatch_uid="clubs")
        signals.merged.connect(receivers.merge_memberships, dispatch_uid="clubs")
