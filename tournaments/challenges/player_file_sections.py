"""The challenges of a player shown in their file."""

from django.utils.translation import gettext_lazy

from players.staff import player_file
from players.staff.player_file import FileRow, FileSection, when
from tournaments.challenges.models import ChallengeProgress


def _progress(row: ChallengeProgress) -> FileRow:
    return FileRow((row.challenge.title, str(row.steps), when(row.met_at)))


PARTS = (
    FileSection(
        "challenges",
        gettext_lazy("Challenges"),
        (gettext_lazy("Challenge"), gettext_lazy("Steps"), gettext_lazy("Met")),
        "tournaments.view_challenge",
        player_file.lines(
            lambda user_id: (
                ChallengeProgress.objects.filter(user=user_id)
                .select_related("challenge")
                .order_by("-pk")
            ),
            _progress,
        ),
    ),
)
