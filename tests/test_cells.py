from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("nh3")
from minimax_lessons import TOY_TREE, alphabeta, animate
from minimax_lessons.course.cells import clean, markdown
from minimax_lessons.player import page

HOSTILE = [
    "<script>window.hacked = 1</script>",
    "<img src=x onerror='window.hacked = 1'>",
    "<svg><script>window.hacked = 1</script></svg>",
    "<svg onload='window.hacked = 1'></svg>",
    "<a href='javascript:window.hacked = 1'>click</a>",
    "<a href='data:text/html,<script>1</script>'>click</a>",
    '<meta http-equiv="refresh" content="0; url=https://example.org">',
    "<form action='https://example.org'><input name=password><button>Send</button></form>",
    "<iframe src='https://example.org'></iframe>",
    "<style>body{display:none}</style>",
    "<base href='https://example.org'>",
    "<details ontoggle='window.hacked = 1' open>x</details>",
    "<p style='background:url(https://example.org/x); position:fixed'>x</p>",
    "<p style='filter:url(https://example.org/x#y)'>x</p>",
    "<p style='filter:\\75rl(https://example.org/x#y)'>x</p>",
    "<math><mtext><table><mglyph><style><img src=x onerror='window.hacked = 1'>",
]


@pytest.mark.parametrize("markup", HOSTILE)
def test_nothing_of_anybody_s_acts(markup: str) -> None:
    safe = clean(markup)
    assert not re.search(r"<(?:script|form|input|button|meta|iframe|style|base|svg)\b", safe)
    assert not re.search(r"\son\w+=|javascript:|data:text|url\(|position", safe)


def test_what_only_shows_stays() -> None:
    shown = "<table><tr><td>1</td></tr></table><details open><summary>More</summary><b>bold</b></details>"
    assert clean(shown).replace("<tbody>", "").replace("</tbody>", "") == shown.replace(
        " open>", ' open="">'
    )


def test_a_drawing_becomes_an_image_under_its_own_name() -> None:
    safe = clean('<p>Before</p><svg viewBox="0 0 1 1" aria-label="A board"><rect/></svg>')
    assert safe.startswith('<p>Before</p><img alt="A board" src="data:image/svg+xml;base64,')


def test_a_saved_player_plays_with_our_own_program() -> None:
    fragment = animate(alphabeta, TOY_TREE).fragment
    assert clean(f"<p>See</p>{fragment}") == f"<p>See</p>{fragment}"


def changed(fragment: str, old: str, new: str) -> str:
    assert re.search(old, fragment, re.DOTALL)
    return re.sub(old, new, fragment, count=1, flags=re.DOTALL)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"data-lm-code>[^<]*<", "data-lm-code>ZXZpbA==<"),
        (
            r"</script><script>.*?</script></div>$",
            "</script><script>window.hacked = 1</script></div>",
        ),
        (r'(data-lm-player="\w+") ', r'\1 onclick="window.hacked = 1" '),
    ],
)
def test_whatever_else_a_saved_player_brings_along_is_left_out(old: str, new: str) -> None:
    fragment: Any = animate(alphabeta, TOY_TREE).fragment
    assert clean(changed(fragment, old, new)) == fragment


def test_what_is_no_player_of_ours_is_nothing() -> None:
    fragment = animate(alphabeta, TOY_TREE).fragment
    for data in ("AAAA", page._packed("[]"), page._packed('{"kind": "evil"}')):
        assert (
            clean(changed(fragment, r'type="text/plain">[^<]*<', f'type="text/plain">{data}<'))
            == ""
        )


def test_a_listing_of_changes_marks_what_is_new_and_what_is_gone() -> None:
    listing = markdown("```diff\n-a < 1\n+b\n c - d\n```")
    assert listing.strip() == (
        '<pre class="changes"><del>-a &lt; 1</del>\n<ins>+b</ins>\n c - d\n</pre>'
    )
