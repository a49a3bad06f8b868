"""The desk's pages of settings: all of them, each with its history, and waiting changes."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.mail import send_mail
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core import languages, room_clock
from core.admin.staff import ReadOnly
from core.pages.replies import refusal_as_message
from core.pages.requests import who
from core.reasons import LONGEST_REASON
from core.refusal import Refusal
from core.settings import registry
from core.settings.registry import Setting, SettingGroup
from core.types import UserId
from players.admin.two_person_orders import SecondPersonAdmin, confirming, turning_down
from players.notices import mail_texts
from players.pages import account_adapter
from poker_site.models import SettingChange, SettingOrder
from poker_site.refusals import RoomCode
from poker_site.room_settings import changes
from poker_site.room_settings.forms import SettingForm
from tournaments.live_room.verbs import slips
from tournaments.room_settings import SLIP_TEXT

HISTORY_SHOWN = 50
# The default template of the setting's mail, by its kind.
ACCOUNT_MAILS = {mail.kind: template for template, mail in mail_texts.ACCOUNT.items()}


class ShownSetting(NamedTuple):
    """A setting as a page shows it."""

    setting: Setting[Any]
    said: str
    default: str
    latest: SettingChange | None
    waits: SettingOrder | None

    @property
    def page(self) -> str:
        return reverse("admin:house_setting", args=[self.setting.key])


def said(setting: Setting[Any] | None, kept: object) -> str:
    """Return a stored value in readable form; the default where there is none."""
    if setting is None:
        return str(kept)
    if kept is None:
        return _("default: %(value)s") % {"value": setting.kind.said(setting.default) or "–"}
    try:
        return setting.kind.said(setting.kind.read(kept))
    except Refusal:
        return str(kept)


def shown(keys: list[str]) -> list[ShownSetting]:
    """Return settings with their latest change: two statements."""
    rows = SettingChange.objects.filter(key__in=keys).order_by("key", "-pk").distinct("key")
    latest = {row.key: row for row in rows.select_related("by")}
    waiting = {order.key: order for order in changes.waiting()}
    return [
        ShownSetting(
            setting,
            setting.kind.said(setting.value()),
            setting.kind.said(setting.default),
            latest.get(key),
            waiting.get(key),
        )
        for key in keys
        if (setting := registry.declared()[key])
    ]


def found(words: str) -> list[str]:
    """Return the keys of settings that contain all the words, in either language."""
    asked = words.casefold().split()
    return [
        key
        for key, setting in registry.declared().items()
        if all(word in _everything(setting) for word in asked)
    ]


def meant(words: str) -> str | None:
    """Return the key of the one setting that matches, or that has these words for its title."""
    keys, asked = found(words), words.strip().casefold()
    titled = [key for key in keys if asked in _titles(registry.declared()[key])]
    return next((one[0] for one in (keys, titled) if len(one) == 1), None)


def _titles(setting: Setting[Any]) -> Iterator[str]:
    for language in languages.codes():
        with translation.override(language):
            yield str(setting.title).casefold()


def _everything(setting: Setting[Any]) -> str:
    told = [setting.key]
    for language in languages.codes():
        with translation.override(language):
            told += [str(setting.title), str(setting.help), str(setting.group.label)]
    return " ".join(told).casefold()


@admin.register(SettingChange)
class SettingChangeAdmin(ReadOnly):
    """The history of all settings, and the pages on which they are changed."""

    list_display = ("setting", "was", "became", "by", "why", "at")
    list_select_related = ("by",)
    search_fields = ("key", "why")
    fields = ("setting", "was", "became", "by", "why", "at")

    @admin.display(description=gettext_lazy("setting"))
    def setting(self, row: SettingChange) -> str:
        return str(row)

    @admin.display(description=gettext_lazy("old"))
    def was(self, row: SettingChange) -> str:
        return said(registry.declared().get(row.key), row.old)

    @admin.display(description=gettext_lazy("new"))
    def became(self, row: SettingChange) -> str:
        return said(registry.declared().get(row.key), row.new)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("house/", view(self.all_settings), name="house"),
            path("house/<str:key>/", view(self.one), name="house_setting"),
            path("house/<str:key>/undo/<int:pk>/", view(self.undo), name="house_undo"),
            path("house/<str:key>/default/", view(self.default), name="house_default"),
            path("house/<str:key>/test/", view(self.test_mail), name="house_test_mail"),
            *super().get_urls(),
        ]

    def all_settings(self, request: HttpRequest) -> HttpResponse:
        """Show all settings in their groups, or those that match; a single match redirects."""
        self._check(request, "view_settingchange")
        asked = request.GET.get("q", "")[:100]
        if key := meant(asked):
            return redirect("admin:house_setting", key)
        everything = shown(found(asked))
        groups = [
            (group.label, lines)
            for group in SettingGroup
            if (lines := [line for line in everything if line.setting.group == group])
        ]
        context = {"title": _("Settings of the room"), "groups": groups, "asked": asked}
        return self._page(request, "house/settings.html", context)

    def one(self, request: HttpRequest, key: str) -> HttpResponse:
        """Show one setting: purpose, value, history, and the form for staff who may change it."""
        self._check(request, "view_settingchange")
        setting = self._setting(key)
        may = request.user.has_perm(changes.RIGHT)
        form = SettingForm(setting)
        if request.method == "POST":
            self._check(request, "set_house")
            form = SettingForm(setting, request.POST, request.FILES)
            if form.is_valid():
                with refusal_as_message(request):
                    self._tell(request, self._change(request, form))
                return redirect("admin:house_setting", key)
        [line] = shown([key])
        rows = SettingChange.objects.filter(key=key).select_related("by", "order__decided_by")
        history = [
            (row, said(setting, row.old), said(setting, row.new))
            for row in rows.order_by("-pk")[:HISTORY_SHOWN]
        ]
        context = {
            "title": str(setting.title),
            "line": line,
            "form": form if may else None,
            "history": history,
            "may": may,
            "slips": _slips() if setting is SLIP_TEXT else None,
            "mails": self._mails(setting, request) if setting.group == SettingGroup.MAILS else None,
        }
        return self._page(request, "house/setting.html", context)

    def undo(self, request: HttpRequest, key: str, pk: int) -> HttpResponse:
        """Take a change of this setting back, for a reason."""
        if (why := self._why(request, key)) is not None:
            with refusal_as_message(request):
                if not SettingChange.objects.filter(pk=pk, key=key).exists():
                    raise Refusal(RoomCode.NO_SUCH_SETTING)
                now = room_clock.now()
                self._tell(request, changes.undo(change_id=pk, by=who(request), why=why, now=now))
        return redirect("admin:house_setting", key)

    def default(self, request: HttpRequest, key: str) -> HttpResponse:
        """Let the default hold again, for a reason."""
        if (why := self._why(request, key)) is not None:
            with refusal_as_message(request):
                now = room_clock.now()
                done = changes.change(key=key, new=None, by=who(request), why=why, now=now)
                self._tell(request, done)
        return redirect("admin:house_setting", key)

    def test_mail(self, request: HttpRequest, key: str) -> HttpResponse:
        """Send the preview to the reader, in both languages."""
        self._setting(key)
        self._check(request, "set_house")
        if request.method == "POST":
            to = getattr(request.user, "email", "")
            if not to:
                messages.error(request, _("Your own account has no email address."))
            else:
                for text in self._mails(self._setting(key), request).values():
                    send_mail(_("Test email"), text, None, [to])
                messages.success(request, _("Sent to %(address)s.") % {"address": to})
        return redirect("admin:house_setting", key)

    def _change(self, request: HttpRequest, form: SettingForm) -> object:
        return changes.change(
            key=form.setting.key,
            new=form.raw(),
            by=who(request),
            why=form.cleaned_data["reason"],
            now=room_clock.now(),
        )

    def _why(self, request: HttpRequest, key: str) -> str | None:
        """Return the typed reason; None where nothing is to be done."""
        self._setting(key)
        self._check(request, "set_house")
        if request.method != "POST":
            return None
        typed = forms.CharField(required=False).clean(request.POST.get("reason", ""))
        return str(typed)[:LONGEST_REASON]

    def _tell(self, request: HttpRequest, done: object) -> None:
        if done is None:
            messages.info(request, _("It already has this value."))
        elif isinstance(done, SettingOrder):
            messages.warning(
                request, _("Nothing has changed yet: a second person must confirm this.")
            )
        else:
            messages.success(request, _("Done. It takes effect everywhere within two seconds."))

    def _mails(self, setting: Setting[Any], request: HttpRequest) -> dict[str, str]:
        """Return a mail as players get it, by language."""
        written = {}
        for language in languages.codes():
            with translation.override(language):
                text = _("The message of the email goes here.")
                kind = setting.key.removeprefix("mails.")
                if template := ACCOUNT_MAILS.get(kind):
                    written[language] = account_adapter.example(template, request)
                    continue
                said = mail_texts.text_of(kind, title=str(setting.title), text=text)
                written[language] = mail_texts.written(said)
        return written

    def _setting(self, key: str) -> Setting[Any]:
        if key not in registry.declared():
            raise Http404
        return registry.declared()[key]

    def _check(self, request: HttpRequest, right: str) -> None:
        if not request.user.has_perm(f"poker_site.{right}"):
            raise PermissionDenied

    def _page(self, request: HttpRequest, page: str, context: dict[str, Any]) -> HttpResponse:
        return render(request, page, {**self.admin_site.each_context(request), **context})


def _slips() -> dict[str, str]:
    """Return the text of a slip for an example player, by language."""
    printed = {}
    for language in languages.codes():
        with translation.override(language):
            printed[language] = slips.example()
    return printed


@admin.register(SettingOrder)
class SettingOrderAdmin(SecondPersonAdmin, ReadOnly):
    """Changes about money, which wait for a second person or have been decided."""

    list_display = ("setting", "wanted", "given_by", "given_at", "status", "decided_by")
    list_filter = ("status",)
    list_select_related = ("given_by", "decided_by")
    fields = (
        *("setting", "holds", "wanted", "why", "given_by", "given_at"),
        *("status", "decided_by", "decided_at", "why_not"),
    )
    confirm = confirming(
        gettext_lazy("Confirm this change"),
        gettext_lazy(
            "It takes effect now. You and the person who ordered it are both responsible."
        ),
    )
    turn_down = turning_down(
        gettext_lazy("Turn this change down"),
        gettext_lazy("Nothing changes. If the change is your own, it is withdrawn."),
    )

    def may_decide(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(changes.RIGHT))

    def carry_out(self, pk: int, *, by: UserId, now: datetime) -> None:
        changes.confirm(order_id=pk, by=by, now=now)

    def drop(self, pk: int, *, by: UserId, why: str, now: datetime) -> None:
        changes.turn_down(order_id=pk, by=by, why=why, now=now)

    def say_done(self, request: HttpRequest, done: None) -> None:
        messages.success(request, _("Done. It takes effect everywhere within two seconds."))

    @admin.display(description=gettext_lazy("setting"))
    def setting(self, row: SettingOrder) -> str:
        return str(row)

    @admin.display(description=gettext_lazy("now"))
    def holds(self, row: SettingOrder) -> str:
        known = registry.declared().get(row.key)
        return known.kind.said(known.value()) if known else ""

    @admin.display(description=gettext_lazy("new"))
    def wanted(self, row: SettingOrder) -> str:
        return said(registry.declared().get(row.key), row.new)
