"""The clubs of a player shown in their file."""

from django.urls import reverse
from django.utils.translation import gettext_lazy

from players.staff import player_file
from players.staff.player_file import FileRow, FileSection, when
from tournaments.clubs.models import ClubMember


def _membership(row: ClubMember) -> FileRow:
    url = reverse("admin:tournaments_club_change", args=[row.club_id])
    role = str(row.get_role_display())
    return FileRow((when(row.joined_at), row.club.name, role, when(row.left_at)), url)


PARTS = (
    FileSection(
        "clubs",
        gettext_lazy("Clubs"),
        (
            gettext_lazy("Joined"),
            gettext_lazy("Club"),
            gettext_lazy("Role"),
            gettext_lazy("Left"),
        ),
        "tournaments.view_club",
        player_file.lines(
            lambda user_id: (
                ClubMember.objects.filter(user=user_id).select_related("club").order_by("-pk")
            ),
            _membership,
        ),
    ),
)
