"""Staff at the desk in a browser, and how many clicks each of their jobs takes."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from django.contrib.auth.models import Group
from playwright.sync_api import BrowserContext, Page, expect

from players.models import User
from poker_site.bots.session import open_session

TABLE = Path(__file__).resolve().parents[2] / "docs" / "desk.md"
# From here on a job is too long, unless a second person does it.
MOST = 4
# A click wherever it is made, and a choice in a menu of a form; what is typed or ticked is none,
# and the click that a browser makes of the Enter key, which has no detail.
COUNT = """
    const count = () => { sessionStorage.clicks = Number(sessionStorage.clicks || 0) + 1; };
    const ticks = (event) => event.target.closest("label, [type=checkbox]");
    const made = (event) => event.isTrusted && event.detail && !ticks(event);
    addEventListener("click", (event) => { if (made(event)) count(); }, true);
    addEventListener(
        "change", (event) => { if (event.target.matches("select")) count(); }, true);
"""


class Job(NamedTuple):
    """A line of the documentation's table: clicks from the desk's first page to the end, and
    whether a colleague has begun it."""

    clicks: int
    second: bool


def documented() -> dict[str, Job]:
    """The jobs of ``docs/desk.md`` by their names."""
    text = TABLE.read_text().partition("\n## The clicks of a job\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+?) \| (\d+) \|(.*)\|$", text, re.MULTILINE)
    return {name: Job(int(clicks), "second person" in more) for name, clicks, more in rows}


def come_in(context: BrowserContext, user: User, address: str) -> None:
    """Sign somebody in, in a browser of theirs."""
    cookie = {"name": "sessionid", "value": open_session(user), "url": address}
    context.add_cookies([cookie])  # type: ignore[list-item]


class Clerk:
    """Somebody of the staff in a browser of their own."""

    def __init__(self, name: str, context: BrowserContext, address: str, *groups: str) -> None:
        """Of no group: the owner, who may do everything."""
        self.user = User.objects.create_user(name, is_staff=True, is_superuser=not groups)
        self.user.groups.set(Group.objects.filter(name__in=groups))
        self.address = address
        come_in(context, self.user, address)
        context.add_init_script(COUNT)
        self.page = context.new_page()
        self.clicks: dict[str, int] = {}

    @contextmanager
    def job(self, name: str) -> Iterator[Page]:
        """Count the clicks of a job, which begins at the desk's first page."""
        self.page.goto(f"{self.address}/admin/")
        self.page.evaluate("sessionStorage.clicks = 0")
        yield self.page
        self.clicks[name] = int(self.page.evaluate("sessionStorage.clicks"))

    def find(self, name: str) -> None:
        """From the desk's first page to somebody's file."""
        self.page.locator("#file-search").fill(name)
        self.page.get_by_role("button", name="Find").click()
        expect(self.page.locator(".file-name")).to_have_text(name)

    def menu(self, line: str) -> None:
        """Follow a line of the desk's menu."""
        self.page.locator("#nav-sidebar-inner").get_by_text(line, exact=True).click()

    def dialog(self, button: str, *, twice: bool = False, **said: str) -> None:
        """Open a dialog by the button that offers it, fill it in, and submit it: ``twice`` where
        it first shows what it would do."""
        offered = self.page.get_by_text(button, exact=True).first
        self.page.wait_for_load_state()
        folded = self.page.get_by_text("more_horiz").locator("visible=true")
        if not offered.is_visible() and folded.count():
            # A telephone has no room for the buttons of a page.
            folded.click()
        offered.click()
        self.answer(twice=twice, **said)

    def answer(self, *, twice: bool = False, **said: str) -> None:
        """Fill in the dialog that is open, and submit it."""
        form = self.page.locator("#dialog-form")
        for field, value in said.items():
            control = form.locator(f"[name={field}]")
            if control.count() > 1:
                form.locator(f"[name={field}][value='{value}']").check()
            elif control.evaluate("control => control.matches('select')"):
                control.select_option(value)
            elif control.evaluate("control => control.type === 'checkbox'"):
                control.check()
            else:
                control.fill(value)
        submit = self.page.locator("#dialog button[type=submit]")
        submit.click()
        if twice:
            expect(form.locator("[name=sure], [name=shown]")).not_to_have_value("")
            submit.click()

    def told(self, words: str) -> None:
        """Wait for what the page says when a job is done."""
        expect(self.page.get_by_text(words).first).to_be_visible()


def too_long(counted: dict[str, int]) -> dict[str, object]:
    """Jobs that take more clicks than their line says, or than any should; and those that have no
    line, or that nobody has counted."""
    lines = documented()
    found: dict[str, object] = {
        name: (clicks, lines.get(name))
        for name, clicks in counted.items()
        if name not in lines or clicks != lines[name].clicks
    }
    found.update(dict.fromkeys(lines.keys() - counted.keys(), "not counted"))
    found.update({name: job for name, job in lines.items() if job.clicks > MOST and not job.second})
    return found
