"""One name for all files as they are."""

from core.files import static_tree
from core.files.storage import NamedByTree
from tests.core.files.conftest import Lay


def test_the_same_files_have_the_same_name_in_every_process(lay: Lay) -> None:
    texts = {"js/a.js": "one", "css/b.css": "two"}
    assert lay(texts).digest == lay(dict(reversed(texts.items()))).digest


def test_whatever_changes_in_a_file_changes_the_name_of_all(lay: Lay) -> None:
    names = {
        lay(texts).digest
        for texts in (
            {"js/a.js": "one", "js/b.js": "two"},
            {"js/a.js": "two", "js/b.js": "one"},
            {"js/a.js": "one", "js/b.js": "two", "js/c.js": ""},
        )
    }
    assert len(names) == 3


def test_a_file_of_ours_hides_one_of_a_package(lay: Lay) -> None:
    files = lay({"a.css": "ours"}, {"a.css": "theirs", "b.css": "theirs"}).files
    assert {name: path.read_bytes() for name, path in files.items()} == {
        "a.css": b"ours",
        "b.css": b"theirs",
    }


def test_an_address_is_the_name_of_all_and_then_the_file_s_own(lay: Lay) -> None:
    digest = lay({"img/a.svg": "<svg/>"}).digest
    storage = NamedByTree()
    assert storage.url("img/a.svg") == f"/static/{digest}/img/a.svg"
    # Templates add a name to a folder's address.
    assert storage.url("img/") == f"/static/{digest}/img/"


def test_the_room_s_own_files_are_found() -> None:
    assert {"js/table/main.js", "unfold/css/styles.css"} <= static_tree.tree().files.keys()
