from pathlib import Path
from test_lab import opened, output, IMPORTS
import pytest
def test_look(lab):
    cells = [f"{IMPORTS}\nanimate(alphabeta, VIDEO_TREE, step=15)", "animate(alphabeta, VIDEO_TREE_DEEP, step=41)", "compare(minimax, alphabeta, VIDEO_TREE, start='difference')", "predict(alphabeta, VIDEO_TREE)", "from minimax_lessons.player.editor import edit\nedit()", "draughts.play()"]
    for theme, name in (("JupyterLab Light", "light"), ("JupyterLab Dark", "dark")):
        page = opened(lab, "look.ipynb", *cells, theme=theme, width=1366, height=768)
        for number in range(len(cells)):
            if theme == "JupyterLab Dark" and number not in (0, 2): continue
            place = output(page, number).locator(".player").first
            page.evaluate("n => { const c = jupyterapp.shell.currentWidget.content; c.activeCellIndex = n; c.scrollToItem(n, 'start'); }", number)
            place.wait_for()
            place.evaluate("p => p.getRootNode().host.scrollIntoView({block:'start'})")
            page.wait_for_timeout(300)
            print(number, place.evaluate("p => [p.className, p.clientWidth, p.clientHeight, p.getRootNode().host.closest('.jp-WindowedPanel-outer').clientHeight, p.getRootNode().host.closest('.jp-WindowedPanel-outer').clientWidth, p.getRootNode().host.clientWidth]"))
            page.screenshot(path=f"/tmp/screen/lab_{number}_{name}.png")
