"""The cards of a check in a real JupyterLab."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from browser_fixtures import READY, Lab
from test_browser import violations
from test_lab import THEMES, output

pytestmark = pytest.mark.browser

WRONG = """from math import inf
from minimax_lessons import *
def mine(position, depth, alpha, beta, maximizing_player):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing_player else inf
    for child in position.children():
        value = mine(child, depth - 1, alpha, beta, not maximizing_player)
        best = max(best, value) if maximizing_player else min(best, value)
        alpha = max(alpha, best) if maximizing_player else alpha
        beta = beta if maximizing_player else min(beta, best)
        if beta < alpha:
            break
    return best
check("3.1", mine)"""
RIGHT = 'check("3.1", alphabeta)'
PLAIN = 'check("2.5", lambda position, depth: 0)'


def test_a_verdict_is_a_card_to_read_in_any_theme_and_a_refusal_one_to_watch(lab: Lab) -> None:
    lab.write("card.ipynb", WRONG, RIGHT, PLAIN)
    page = lab.open("card.ipynb", width=1366, height=768)
    page.wait_for_function(READY)
    for number in range(3):
        page.evaluate(f"() => {{ jupyterapp.shell.currentWidget.content.activeCellIndex = {number}; }}")
        page.evaluate("() => { jupyterapp.commands.execute('notebook:run-cell'); }")
        card = output(page, number).locator(".lm-card")
        card.wait_for()
        assert card.count() == 1
        output(page, number).evaluate("(area, number) => area.setAttribute('data-cell', number)", str(number))
    for theme in THEMES:
        lab.dress(page, theme)
        for number in range(3):
            output(page, number).scroll_into_view_if_needed()
            shoot(page, f"{theme}-{number}".replace(" ", "-"))
            assert violations(page, f"[data-cell='{number}'] .lm-card") == []
    refused = output(page, 0)
    assert refused.locator(".lm-card").get_attribute("data-verdict") == "wrong"
    assert "if beta < alpha:" in refused.locator("pre code").first.inner_text()
    error = refused.locator("[data-mime-type='application/vnd.jupyter.stderr']")
    assert error.inner_text().strip() == "✗ 3.1 Alpha-beta. Not right yet."
    assert output(page, 1).locator(".lm-card").get_attribute("data-verdict") == "right"
    player = refused.locator(".player")
    place = player.locator(".place").inner_text()
    assert not place.startswith("0 /")  # it stands where the two searches first differ
    cut = "scrollers => scrollers.filter(each => each.scrollHeight > each.clientHeight + 1).length"
    assert player.locator(".scroller").evaluate_all(cut) == 0  # both trees are whole, above their code
    player.focus()
    page.keyboard.press("ArrowLeft")
    assert player.locator(".place").inner_text() != place


def shoot(page: Any, name: str) -> None:
    """Keep a picture for somebody to look at, if they asked for one."""
    folder = os.environ.get("MINIMAX_LESSONS_SHOTS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png")
