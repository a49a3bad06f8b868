"""The staff's desk: drawers of cash, from the float to the count, and cash from and to the safe."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextInputWidget

from core import room_clock
from core.admin.spreadsheets import cell
from core.admin.staff import ReadOnly, ReasonForm, UserNameField, action, button
from core.formats import moment
from core.money import money_text, units
from core.pages.replies import go_to, lead_to, refusal_as_message
from core.pages.requests import who
from core.types import UserId
from payouts.admin.reports import FILES, USUAL, DaysForm, Row
from payouts.models import Drawer, DrawerMove
from payouts.pages.forms import MoneyForm, money_field
from payouts.reports import drawers as reports
from payouts.wallets import drawers
from players.admin.two_person_orders import SecondPersonAdmin, confirming, turning_down
from players.models import User

Kind = DrawerMove.Kind
AMOUNT = {"inputmode": "decimal", "autocomplete": "off"}
LISTED = 200


class OpenForm(BaseDialogForm, MoneyForm):
    """The form that opens a drawer: its name and its float."""

    name = forms.CharField(
        label=gettext_lazy("drawer"),
        max_length=40,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
    )
    amount = money_field(
        0,
        1_000_000_00,
        label=gettext_lazy("float from the safe"),
        widget=UnfoldAdminTextInputWidget(attrs=AMOUNT),
    )


class CashMoveForm(ReasonForm, MoneyForm):
    """The form of a cash movement: amount and reason."""

    amount = money_field(1, 1_000_000_00, widget=UnfoldAdminTextInputWidget(attrs=AMOUNT))
    field_order = ("amount", "reason")


class DrawerCountForm(BaseDialogForm):
    """The form of a count: the number of each coin and note, and the reason for a difference."""

    reason = forms.CharField(
        label=gettext_lazy("reason for a difference"),
        max_length=200,
        required=False,
        widget=UnfoldAdminTextInputWidget,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for piece in drawers.pieces_of():
            self.fields[f"piece_{piece}"] = forms.IntegerField(
                label=money_text(piece),
                min_value=0,
                max_value=drawers.MOST_PIECES,
                required=False,
                widget=UnfoldAdminIntegerFieldWidget(attrs={"inputmode": "numeric"}),
            )
        self.order_fields([f"piece_{piece}" for piece in drawers.pieces_of()])

    def pieces(self) -> dict[int, int]:
        """Return the number of pieces counted of each coin and note, by its value in cents."""
        return {piece: self.cleaned_data[f"piece_{piece}"] or 0 for piece in drawers.pieces_of()}


class OfferForm(DrawerCountForm):
    """The form that hands a drawer over: its count and the colleague who takes it."""

    colleague = UserNameField(
        label=gettext_lazy("user name of the colleague"),
        users=User.objects.filter(is_staff=True, is_active=True),
    )


@admin.register(Drawer)
class DrawerAdmin(ReadOnly):
    """Every drawer with its expected and counted cash, and the staff who counted it."""

    list_display = ("opened_at", "name", "holder", "should_hold", "count", "off", "closed_at")
    list_filter = (("holder", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("holder", "came_from")
    search_fields = ("name", "holder__username")
    date_hierarchy = "opened_at"
    ordering = ("-pk",)
    fields = (
        *("name", "holder", "opened_at", "came_from", "should_hold", "offered_to"),
        *("count", "off", "why", "closed_by", "closed_at", "in_pieces", "booked"),
    )
    actions_list = ("begin", "report")
    actions_detail = ("take_over", "finish", "from_safe", "to_safe", "hand_over", "take_back")

    class Media:
        css: ClassVar = {"all": ("css/desk.css",)}

    def has_work_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm(drawers.RIGHT))

    def offers(self, button: str, row: Drawer, request: HttpRequest) -> bool:
        me, offered = request.user.pk, row.offered_to_id
        mine = row.holder_id == me
        return row.closed_at is None and {
            "take_over": offered == me,
            "take_back": offered is not None and me in (row.holder_id, offered),
            "finish": offered is None,
        }.get(button, mine and offered is None)

    @admin.display(description=gettext_lazy("should hold"))
    def should_hold(self, row: Drawer) -> str:
        return money_text(drawers.holds(row) if row.expected is None else row.expected)

    @admin.display(description=gettext_lazy("counted"))
    def count(self, row: Drawer) -> str:
        return "–" if row.counted is None else money_text(row.counted)

    @admin.display(description=gettext_lazy("over or short"))
    def off(self, row: Drawer) -> str:
        return "–" if row.difference is None else money_text(row.difference)

    @admin.display(description=gettext_lazy("pieces counted"))
    def in_pieces(self, row: Drawer) -> SafeString | str:
        counted = sorted(((int(piece), n) for piece, n in (row.pieces or {}).items()), reverse=True)
        lines = format_html_join(
            "", "<li>{} × {}</li>", ((n, money_text(piece)) for piece, n in counted)
        )
        return format_html("<ul>{}</ul>", lines) if counted else "–"

    @admin.display(description=gettext_lazy("booked to it"))
    def booked(self, row: Drawer) -> SafeString | str:
        """Show each movement from the float on, without those that wait for a second person."""
        lines = list(reports.lines(row))[:LISTED]
        if not lines:
            return "–"
        return format_html(
            '<div class="desk-scroll" tabindex="0"><table class="steps"><tbody>{}</tbody></table>'
            "</div>",
            format_html_join(
                "",
                '<tr><td>{}</td><td><a href="{}">{}</a></td><td>{}</td></tr>',
                ((moment(line.at), line.url, line.what, money_text(line.cents)) for line in lines),
            ),
        )

    @action(
        description=gettext_lazy("Open a drawer"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Open a drawer"),
            "description": gettext_lazy(
                "Count the float first: all cash that you take or hand out is booked to it."
            ),
            "form_class": OpenForm,
        },
    )
    def begin(self, request: HttpRequest, form: OpenForm) -> HttpResponse:
        cleaned = form.cleaned_data
        with refusal_as_message(request):
            row = drawers.open_drawer(
                name=cleaned["name"],
                amount=form.cents(),
                by=who(request),
                key=cleaned["key"].hex,
                now=room_clock.now(),
            )
            if row.moves.filter(status=drawers.Status.WAITING).exists():
                messages.warning(request, _("A second person must confirm the float."))
            else:
                messages.success(request, _("The drawer is open."))
            return go_to("payouts_drawer", row.pk)
        return lead_to(reverse("admin:payouts_drawer_changelist"))

    @button(
        description=gettext_lazy("From the safe"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Take cash from the safe"),
            "description": gettext_lazy("Above the limit, a second person must confirm."),
            "form_class": CashMoveForm,
        },
    )
    def from_safe(self, request: HttpRequest, form: CashMoveForm, object_id: int) -> HttpResponse:
        return _move(request, form, object_id, Kind.FROM_SAFE)

    @button(
        description=gettext_lazy("To the safe"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Bring cash to the safe"),
            "description": gettext_lazy("Above the limit, a second person must confirm."),
            "form_class": CashMoveForm,
        },
    )
    def to_safe(self, request: HttpRequest, form: CashMoveForm, object_id: int) -> HttpResponse:
        return _move(request, form, object_id, Kind.TO_SAFE)

    @button(
        description=gettext_lazy("Hand over"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Hand this drawer over"),
            "description": gettext_lazy(
                "Count it. Your colleague counts it too and takes it over; until "
                "then nothing can be booked to it."
            ),
            "form_class": OfferForm,
        },
    )
    def hand_over(self, request: HttpRequest, form: OfferForm, object_id: int) -> HttpResponse:
        to = UserId(form.cleaned_data["colleague"].pk)
        verb = partial(drawers.offer, to=to, **_counted(form))
        return _do(request, verb, object_id, _("Waiting for your colleague."))

    @button(
        description=gettext_lazy("Take over"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Take this drawer over"),
            "description": gettext_lazy("You have counted it, and it holds the amount shown here."),
        },
    )
    def take_over(self, request: HttpRequest, form: BaseDialogForm, object_id: int) -> HttpResponse:
        return _do(request, drawers.take_over, object_id, _("The drawer is yours."))

    @button(
        description=gettext_lazy("Do not hand over"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Cancel the handover"),
            "description": gettext_lazy("The drawer stays with its holder."),
        },
    )
    def take_back(self, request: HttpRequest, form: BaseDialogForm, object_id: int) -> HttpResponse:
        return _do(request, drawers.take_back, object_id, _("The drawer stays where it was."))

    @button(
        description=gettext_lazy("Count and close the drawer"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Count and close this drawer"),
            "description": gettext_lazy("Everything in it goes to the safe."),
            "form_class": DrawerCountForm,
        },
    )
    def finish(self, request: HttpRequest, form: DrawerCountForm, object_id: int) -> HttpResponse:
        verb = partial(drawers.close, **_counted(form))
        return _do(request, verb, object_id, _("The drawer is closed."))

    @action(description=gettext_lazy("Drawers by day"), url_path="report", permissions=["view"])
    def report(self, request: HttpRequest) -> HttpResponse:
        """Show the takings, payments and differences of each drawer, as a page or a file."""
        today = timezone.localdate()
        usual: dict[str, Any] = {"begin": today - timedelta(days=USUAL - 1), "end": today}
        form = DaysForm({**usual, **request.GET.dict()})
        span = form.cleaned_data if form.is_valid() else usual
        lines = reports.by_day(begin=span["begin"], end=span["end"])
        if (kind := request.GET.get("as")) in FILES and form.is_valid():
            name = f"drawers-{span['begin']}-{span['end']}"
            return FILES[kind](name, _table(lines), title=_("Drawers"))
        context = {
            **self.admin_site.each_context(request),
            "title": _("Drawers by day"),
            "form": form,
            "names": NAMES,
            "lines": lines,
            "asked": request.GET.urlencode(),
        }
        return render(request, "payouts/desk/drawers.html", context)


@admin.register(DrawerMove)
class DrawerMoveAdmin(SecondPersonAdmin, ReadOnly):
    """Cash between safe and drawers, including movements that wait for a second person."""

    list_display = ("given_at", "drawer", "kind", "sum", "status", "given_by", "decided_by")
    list_filter = ("status", "kind")
    list_select_related = ("drawer", "given_by", "decided_by")
    search_fields = ("drawer__name", "given_by__username")
    date_hierarchy = "given_at"
    ordering = ("-pk",)
    fields = (
        *("drawer", "kind", "sum", "why", "given_by", "given_at", "over_limit", "status"),
        *("decided_by", "decided_at", "why_not"),
    )
    confirm = confirming(
        gettext_lazy("Confirm this order"),
        gettext_lazy(
            "You have seen the cash. You and the person who ordered it are both responsible."
        ),
    )
    turn_down = turning_down(
        gettext_lazy("Turn this order down"),
        gettext_lazy("Nothing moves. If the order is your own, it is withdrawn."),
    )

    def may_decide(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(drawers.RIGHT))

    def carry_out(self, pk: int, *, by: UserId, now: datetime) -> DrawerMove:
        return drawers.confirm_move(move_id=pk, by=by, now=now)

    def drop(self, pk: int, *, by: UserId, why: str, now: datetime) -> None:
        drawers.turn_down_move(move_id=pk, by=by, why=why, now=now)

    @admin.display(description=gettext_lazy("amount"), ordering="amount")
    def sum(self, order: DrawerMove) -> str:
        return money_text(order.amount)


NAMES = (
    gettext_lazy("Float"),
    gettext_lazy("From the safe"),
    gettext_lazy("Cash in"),
    gettext_lazy("Cash out"),
    gettext_lazy("To the safe"),
    gettext_lazy("Expected"),
    gettext_lazy("Counted"),
    gettext_lazy("Over or short"),
)


def _move(request: HttpRequest, form: CashMoveForm, object_id: int, kind: str) -> HttpResponse:
    cleaned = form.cleaned_data
    with refusal_as_message(request):
        order = drawers.move(
            drawer_id=object_id,
            kind=kind,
            amount=form.cents(),
            by=who(request),
            why=cleaned["reason"],
            key=cleaned["key"].hex,
            now=room_clock.now(),
        )
        if order.status == drawers.Status.WAITING:
            messages.warning(
                request, _("Nothing is booked yet: a second person must confirm this.")
            )
        else:
            messages.success(request, _("Booked."))
    return go_to("payouts_drawer", object_id)


def _counted(form: DrawerCountForm) -> dict[str, Any]:
    return {"pieces": form.pieces(), "why": form.cleaned_data["reason"]}


def _do(
    request: HttpRequest, verb: Callable[..., Drawer], object_id: int, done: str
) -> HttpResponse:
    with refusal_as_message(request):
        row = verb(drawer_id=object_id, by=who(request), now=room_clock.now())
        messages.success(request, done)
        return go_to("payouts_drawer", row.pk)
    return go_to("payouts_drawer", object_id)


def _table(lines: list[reports.DrawerLine]) -> Iterator[Row]:
    """Yield lines for a file: amounts in whole units with their decimals."""
    heads = (_("Opened"), _("Drawer"), _("Held by"), _("Closed"))
    yield [*heads, *[str(name) for name in NAMES], _("Reason")]
    for line in lines:
        closed = moment(line.closed_at) if line.closed_at else ""
        yield [
            *(line.day, cell(line.name), cell(line.holder), closed),
            *["" if cents is None else units(cents) for cents in line.cents],
            cell(line.why),
        ]
