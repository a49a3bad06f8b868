"""The staff's desk: cash paid in and out at the counter, and orders for a second person."""

from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextInputWidget

from core import room_clock
from core.admin.staff import ReasonForm, UserNameField, action
from core.money import money_text
from core.pages.replies import go_to, lead_to, refusal_as_message
from core.pages.requests import who
from core.types import UserId
from payouts.models.counter import CounterOrder
from payouts.pages.forms import MoneyForm, money_field
from payouts.wallets import counter
from players.admin.two_person_orders import SecondPersonAdmin, confirming, turning_down

Kind, Status = CounterOrder.Kind, CounterOrder.Status


class CashForm(ReasonForm, MoneyForm):
    """The form of a cash order: player, amount and reason."""

    player = UserNameField(label=gettext_lazy("user name"))
    amount = money_field(
        1,
        1_000_000_00,
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    field_order = ("player", "amount", "reason")


class Counter(SecondPersonAdmin):
    """The acts at the counter, shared by the list of its orders and the page of each."""

    actions_list = ("pay_in", "pay_out")
    nothing_done = gettext_lazy("Nothing has moved.")
    confirm = confirming(
        gettext_lazy("Confirm this order"),
        gettext_lazy(
            "The money moves now. You and the person who ordered it are both responsible."
        ),
    )
    turn_down = turning_down(
        gettext_lazy("Turn this order down"),
        gettext_lazy("Nothing moves. If the order is your own, it is withdrawn."),
    )

    def has_work_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("payouts.work_counter")

    @action(
        description=gettext_lazy("Take cash in"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Take cash in"),
            "description": gettext_lazy("It goes to the player's wallet, as a deposit does."),
            "form_class": CashForm,
        },
    )
    def pay_in(self, request: HttpRequest, form: CashForm) -> HttpResponse:
        return _give(request, form, Kind.PAY_IN)

    @action(
        description=gettext_lazy("Pay cash out"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Pay cash out"),
            "description": gettext_lazy(
                "Hand over the cash only when this page says that it is done."
            ),
            "form_class": CashForm,
        },
    )
    def pay_out(self, request: HttpRequest, form: CashForm) -> HttpResponse:
        return _give(request, form, Kind.PAY_OUT)

    def may_decide(self, request: HttpRequest) -> bool:
        return self.has_work_permission(request)

    def carry_out(self, pk: int, *, by: UserId, now: datetime) -> CounterOrder:
        return counter.confirm(order_id=pk, by=by, now=now)

    def drop(self, pk: int, *, by: UserId, why: str, now: datetime) -> None:
        counter.turn_down(order_id=pk, by=by, why=why, now=now)

    def say_done(self, request: HttpRequest, done: CounterOrder) -> None:
        _say(request, done)


def _give(request: HttpRequest, form: CashForm, kind: str) -> HttpResponse:
    with refusal_as_message(request):
        order = counter.give(
            kind=kind,
            user_id=form.cleaned_data["player"].pk,
            amount=form.cents(),
            by=who(request),
            why=form.cleaned_data["reason"],
            key=form.cleaned_data["key"].hex,
            now=room_clock.now(),
        )
        _say(request, order)
        return go_to("payouts_counterorder", order.pk)
    return lead_to(reverse("admin:payouts_counterorder_changelist"))


def _say(request: HttpRequest, order: CounterOrder) -> None:
    """Show the outcome of an order to the member of staff who has just given or confirmed it."""
    if order.status == Status.WAITING:
        messages.warning(request, _("Nothing has moved yet: a second person must confirm this."))
        return
    words = _("Done. The wallet of %(name)s holds %(after)s.")
    name = order.user.get_username()
    messages.success(request, words % {"name": name, "after": money_text(order.after or 0)})
