"""What a module imports, read as a browser reads it, and named in the page that has it."""

from pathlib import Path

import pytest
from django.conf import settings

from core.files import modules
from tests.core.files.conftest import Lay

MODULES = {
    "js/main.js": 'import { a } from "./a.js";\nimport "./b.js";\n',
    "js/a.js": 'import {\n  one,\n  two as other,\n} from "../lib/x.js";\nexport const a = 1;\n',
    "js/b.js": 'export { one } from "../lib/x.js";\nimport * as all from "./c.js";\n',
    "js/c.js": 'import { main } from "./main.js";\nimport d from "./d.js";\n',
    "js/d.js": "",
    "lib/x.js": "export const one = 1;\n",
}


def test_a_module_needs_what_it_imports_and_all_that_those_do(lay: Lay) -> None:
    lay(MODULES)
    assert modules.needed("js/main.js") == ("js/a.js", "js/b.js", "lib/x.js", "js/c.js", "js/d.js")
    assert modules.needed("js/a.js") == ("lib/x.js",)
    assert modules.needed("js/d.js") == ()


@pytest.mark.parametrize(
    "text",
    [
        '/** @import { Frame } from "./types.d.ts" */',
        ' * @import { Frame } from "./types.d.ts"',
        '// import { a } from "./a.js";',
        'const later = () => import("./a.js");',
        'export const text = "./a.js";',
        'export function from() {\n  return "./a.js";\n}',
        'import { a } from "elsewhere";',
    ],
)
def test_what_is_no_import_needs_nothing(lay: Lay, text: str) -> None:
    lay({"js/main.js": text})
    assert modules.needed("js/main.js") == ()


def test_a_page_names_all_of_it_before_the_script(lay: Lay) -> None:
    lay(MODULES)
    assert modules.markup("js/a.js").split("\n") == [
        '<link rel="modulepreload" href="/static/lib/x.js">',
        '  <script src="/static/js/a.js" type="module"></script>',
    ]
    assert str(modules.Module("js/a.js")) == modules.markup("js/a.js")


def test_no_template_has_a_module_of_which_it_does_not_name_the_imports() -> None:
    templates = Path(settings.BASE_DIR / "templates").rglob("*.html")
    assert [path.name for path in templates if 'type="module"' in path.read_text()] == []
