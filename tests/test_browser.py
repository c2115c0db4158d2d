"""The exported page in a real browser, with the network shut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser_fixtures import violations
from sampling import some

from minimax_lessons import (
    AIMA_TREE,
    TOY_TREE,
    TOY_TREE_SWAPPED,
    VIDEO_TREE,
    VIDEO_TREE_DEEP,
    alphabeta,
    animate,
    compare,
    minimax,
    predict,
    random_tree,
    trace,
    tree,
)
from minimax_lessons.drawing import looks
from minimax_lessons.games import k_in_a_row
from minimax_lessons.narration import sentence
from minimax_lessons.player.players import Player

pytestmark = pytest.mark.browser

LESSON_TREES = {
    "toy": TOY_TREE,
    "swapped": TOY_TREE_SWAPPED,
    "video": VIDEO_TREE,
    "deep": VIDEO_TREE_DEEP,
    "aima": AIMA_TREE,
}
SEARCHES = [minimax, alphabeta]

# The class and the text of each part of the picture, as a reader of the page has it before them.
LOOKS = """(svg) => Object.fromEntries([...svg.querySelectorAll("[data-id]")].filter((part) => part.dataset.id !== "tree").map(
    (part) => [part.dataset.id, [part.getAttribute("class"), [...part.querySelectorAll("text")].map((text) => text.textContent).join("\\n")]]))"""
WALK = f"""async (root) => {{
    const svg = root.querySelector(".scroller > svg"), looks = {LOOKS}, seen = [];
    const sentence = () => root.querySelector(".sentence-text").textContent;
    const press = (key) => root.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true, cancelable: true }}));
    const steps = Number(root.querySelector(".scrubber").max);
    for (const key of ["ArrowRight", "ArrowLeft"])
        for (let step = 0; step < steps; step++) {{ seen.push([looks(svg), sentence()]); press(key); }}
    return [...seen, [looks(svg), sentence()]];
}}"""


def show(open_page: Callable[..., Any], player: Player, **options: Any) -> Any:
    """Open a player's page and wait until it is there."""
    page = open_page(player.document, **options)
    page.locator(".player").wait_for()
    return page


def shown_looks(page: Any) -> dict[str, tuple[str, str]]:
    found = page.locator(".scroller > svg").evaluate(LOOKS)
    return {name: tuple(look) for name, look in found.items()}


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def place(page: Any) -> int:
    return int(page.locator(".scrubber").input_value())


@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: search.__name__)
@pytest.mark.parametrize("name", some(LESSON_TREES, every=2))
def test_every_step_forward_and_back_shows_what_python_says(
    open_page: Any, name: str, search: Any
) -> None:
    run = trace(search, LESSON_TREES[name])
    page = show(open_page, animate(run))
    seen = page.locator(".player").evaluate(WALK)
    steps = len(run.events)
    order = [*range(steps), *range(steps, -1, -1)]
    assert len(seen) == len(order)
    expected = {step: looks(run.tree, run, step) for step in range(steps + 1)}
    for step, (picture, said) in zip(order, seen, strict=True):
        assert {name: tuple(look) for name, look in picture.items()} == expected[step], (
            f"step {step}"
        )
        if step:
            assert said == sentence(run.events[step - 1], run)


def test_a_leap_shows_the_same_as_single_steps(open_page: Any) -> None:
    run = trace(alphabeta, random_tree((1, 3), 4, seed=5))
    page = show(open_page, animate(run))
    for step in (17, 3, len(run.events), 0, 20):
        page.locator(".scrubber").fill(str(step))
        assert shown_looks(page) == looks(run.tree, run, step)


def test_stack_code_and_counts_follow(open_page: Any) -> None:
    run = trace(alphabeta, VIDEO_TREE)
    page = show(open_page, animate(run))
    page.locator(".player").focus()
    press(page, *["ArrowRight"] * 4)
    rows = page.locator(".stack tbody tr:not([hidden])").evaluate_all(
        "rows => rows.map(row => [...row.children].map(cell => cell.textContent.trim()))"
    )
    assert [row[0] for row in rows] == ["A", "B", "D", "H"]
    assert rows[0][1:3] == ["−∞", "∞"]
    line = page.locator(".line.now")
    assert int(line.locator(".line-number").inner_text()) == run.events[3].line
    press(page, "End")
    assert (
        page.locator(".count").inner_text().split()
        == "5 of 8 visited 3 pruned at least 5 needed".split()
    )
    assert "fewest leaves" in page.get_by_text("at least").get_attribute("title")
    assert run.source is not None
    assert page.locator(".code code").all_text_contents() == run.source.rstrip("\n").split("\n")


@pytest.mark.parametrize(
    ("search", "columns"), [(minimax, ["call", "best"]), (alphabeta, ["call", "α", "β", "best"])]
)
def test_the_stack_shows_a_window_where_there_is_one(
    open_page: Any, search: Any, columns: list[str]
) -> None:
    page = show(open_page, animate(search, TOY_TREE))
    assert page.locator(".stack thead th").all_inner_texts() == columns
    page.locator(".player").focus()
    press(page, "End")
    assert page.locator(".stack tbody tr").first.locator("th, td").all_inner_texts()[-1] == str(
        trace(search, TOY_TREE).value
    )


def test_playing_goes_to_the_end_and_stops(open_page: Any) -> None:
    page = show(open_page, animate(alphabeta, TOY_TREE, interval_ms=20))
    page.get_by_role("button", name="Play").click()
    page.wait_for_function(
        "() => document.querySelector('[data-lm-player]').shadowRoot.querySelector('.scrubber').value === '23'"
    )
    page.get_by_role("button", name="Play").wait_for()
    assert page.get_by_role("button", name="Pause").count() == 0
    press(page, "Space")  # at the end it begins again
    page.get_by_role("button", name="Pause").wait_for()


def test_the_keyboard_alone_is_enough(open_page: Any) -> None:
    page = show(open_page, animate(alphabeta, VIDEO_TREE))
    page.evaluate(
        "() => { window.passed = []; document.addEventListener('keydown', (event) => passed.push(event.key)); }"
    )
    reached = []
    for _ in range(40):
        press(page, "Tab")
        reached.append(
            page.evaluate(
                "() => document.querySelector('[data-lm-player]').shadowRoot.activeElement?.getAttribute('aria-label')"
            )
        )
    assert reached[:4] == ["Keys", "First step", "Step back", "Play"]
    assert {
        "First step",
        "Step back",
        "Play",
        "Step on",
        "Last step",
        "Step",
        "Speed",
        "Keys",
    } <= {*reached}
    page.locator(".player").focus()
    press(page, "ArrowRight", "ArrowRight", "ArrowLeft")
    assert place(page) == 1
    press(page, "End")
    assert place(page) == int(page.locator(".scrubber").get_attribute("max"))
    press(page, "Home")
    assert place(page) == 0
    press(page, "Space")
    page.get_by_role("button", name="Pause").wait_for()
    press(page, "Space")
    page.get_by_role("button", name="Play").wait_for()
    press(page, "+", "+", "-")
    assert page.locator(".speed").input_value() == "400"
    press(page, "?")
    assert page.locator(".keys").is_visible()
    page.evaluate("() => passed.splice(0)")
    press(page, "?", "End", "Home", "Control+b", "Alt+c")  # these do something, or have Ctrl or Alt
    press(page, "a", "d", "m", "x", "1", "ArrowUp", "ArrowDown")  # these do nothing here
    came = page.evaluate("() => passed.filter((key) => key !== 'Control' && key !== 'Alt')")
    assert came == ["b", "c", "a", "d", "m", "x", "1", "ArrowUp", "ArrowDown"]


def test_a_button_keeps_the_focus_when_it_can_do_no_more(open_page: Any) -> None:
    page = show(open_page, animate(minimax, TOY_TREE))
    button = page.get_by_role("button", name="Last step")
    button.focus()
    press(page, "Enter")
    assert button.get_attribute("aria-disabled") == "true"
    assert button.evaluate("button => button.getRootNode().activeElement === button")
    press(page, "Enter")
    assert place(page) == 23


def test_a_cut_tells_its_owner_and_lights_the_way(open_page: Any) -> None:
    run = trace(alphabeta, VIDEO_TREE_DEEP)
    page = show(open_page, animate(run))
    deep = next(cut for cut in run.cutoffs if cut.deep)
    mark = page.locator(f"[data-id='x-{'-'.join(map(str, deep.skipped[0].path))}']")
    assert mark.get_attribute("tabindex") is None  # not there yet
    page.locator(".player").focus()
    press(page, "End")
    mark.focus()
    told = page.locator(".tip").inner_text()
    assert "Owner: A (a deep cut), its bound: 3" in told
    assert "A → C → F → L" in told
    assert mark.get_attribute("aria-label") == told
    lit = set(
        page.locator("[data-lit]").evaluate_all("parts => parts.map(part => part.dataset.id)")
    )
    assert {"n", "n-1", "n-1-0", "n-1-0-0", "e-1", "e-1-0", "e-1-0-0"} <= lit
    assert not {"n-0", "e-0", "n-1-1"} & lit
    page.locator(".player").focus()
    assert page.locator(".tip").is_hidden()
    page.locator("[data-id='n-1-0-0-1']").hover()
    assert page.locator(".tip").inner_text() == told


def test_two_searches_run_event_by_event_and_the_faster_ends_first(open_page: Any) -> None:
    player = compare(minimax, alphabeta, VIDEO_TREE)
    slow, fast = (len(run.events) for run in player.runs)
    assert fast < slow
    page = show(open_page, player)
    page.locator(".scrubber").fill(str(fast))
    one, two = page.locator(".run").all()
    assert two.locator(".run-title .done").inner_text() == "returned 3"
    assert one.locator(".run-title .done").inner_text() == ""
    page.locator(".scrubber").fill(str(slow))
    assert page.locator(".ratio").inner_text() == "8 and 5 leaves in all: 63 %"
    pictures = page.locator(".scroller > svg").all()
    for run, picture in zip(player.runs, pictures, strict=True):
        assert {name: tuple(look) for name, look in picture.evaluate(LOOKS).items()} == looks(
            run.tree, run
        )


def test_one_search_is_compared_on_two_trees(open_page: Any) -> None:
    page = show(open_page, compare(alphabeta, TOY_TREE, TOY_TREE_SWAPPED))
    titles = page.locator(".run-title h3").all_inner_texts()
    assert titles == ["alphabeta on [[3, 5, 2], [9, 1]]", "alphabeta on [[3, 5, 2], [1, 9]]"]
    page.locator(".player").focus()
    press(page, "End")
    assert page.locator(".ratio").inner_text() == "5 and 4 leaves in all: 80 %"


def test_panels_can_be_put_away_and_type_made_large(open_page: Any) -> None:
    page = show(open_page, animate(alphabeta, TOY_TREE))
    for name, panel in (
        ("Code", ".code-panel"),
        ("Stack", ".stack-panel"),
        ("Leaves", ".counts-panel"),
        ("Legend", ".legend"),
    ):
        assert page.locator(panel).is_visible()
        button = page.get_by_role("button", name=name, exact=True)
        button.click()
        assert button.get_attribute("aria-pressed") == "false"
        assert page.locator(panel).is_hidden()
    before = page.locator(".sentence-text").evaluate(
        "text => parseFloat(getComputedStyle(text).fontSize)"
    )
    page.get_by_role("button", name="Large type").click()
    assert (
        page.locator(".sentence-text").evaluate(
            "text => parseFloat(getComputedStyle(text).fontSize)"
        )
        > 1.3 * before
    )


def test_a_wide_tree_scrolls_after_the_current_node(open_page: Any) -> None:
    page = show(open_page, animate(alphabeta, random_tree(3, 5, seed=1)))
    page.locator(".player").focus()
    for _ in range(6):
        press(page, *["ArrowRight"] * 25)
        inside = page.locator(".scroller").evaluate(
            """(scroller) => { const pane = scroller.getBoundingClientRect(), node = scroller.querySelector(".now").getBoundingClientRect();
            return node.left >= pane.left && node.right <= pane.right && node.top >= pane.top && node.bottom <= pane.bottom; }"""
        )
        assert inside
    for _ in range(12):
        page.get_by_role("button", name="Zoom out").click()
    assert page.locator(".scroller").evaluate(
        "scroller => scroller.scrollWidth <= scroller.clientWidth"
    )


SMALL_TEXT = """(root) => [...root.querySelectorAll("*")].filter((part) => part.checkVisibility() &&
    [...part.childNodes].some((child) => child.nodeType === 3 && child.data.trim())).map((part) => {
        const svg = part.closest(".scroller > svg");
        const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
        return [part.textContent, parseFloat(getComputedStyle(part).fontSize) * scale]; }).filter(([, size]) => size < 11.99)"""


@pytest.mark.parametrize("width", [500, 800, 1280])
def test_no_text_is_smaller_than_12_pixels(open_page: Any, width: int) -> None:
    for player in (
        animate(alphabeta, VIDEO_TREE_DEEP),
        animate(alphabeta, random_tree(3, 5, seed=1)),
    ):
        page = show(open_page, player, width=width)
        assert page.locator(".player").evaluate(SMALL_TEXT) == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_nothing_jumps_from_step_to_step(open_page: Any) -> None:
    page = show(open_page, animate(alphabeta, VIDEO_TREE_DEEP))
    tops = page.locator(".player").evaluate(
        """(root) => { const tops = new Set(); for (let step = 0; step <= 70; step++) {
        tops.add(["transport", "stack-panel", "sentence", "legend"].map((name) => root.querySelector("." + name).getBoundingClientRect().top).join());
        root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" })); } return [...tops]; }"""
    )
    assert len(tops) == 1


def test_a_head_is_folded_until_it_is_asked_for_and_values_stand_beside_their_lines(
    open_page: Any,
) -> None:
    page = show(open_page, animate(alphabeta, VIDEO_TREE))
    assert page.locator(".line:visible").first.inner_text().endswith("maximizing_player): …")
    told = page.get_by_text(alphabeta.__doc__)
    page.locator(".fold > summary").click()
    assert told.is_visible()
    page.locator(".fold > summary").click()
    assert told.is_hidden()
    page.locator(".player").focus()
    press(page, *["ArrowRight"] * 9)  # D has taken in −1 and 3
    beside = dict(
        page.locator(".line:has(.values:not(:empty))").evaluate_all(
            "lines => lines.map(line => [line.querySelector('code').textContent.trim(), line.querySelector('.values').textContent])"
        )
    )
    assert beside["max_eval = max(max_eval, evaluation)"] == "← −1, 3"
    assert beside["alpha = max(alpha, evaluation)"] == "← −1, 3"
    assert beside["if beta <= alpha:"] == "← β ∞, α 3"


def test_marks_on_the_slider_lead_to_cuts_and_answers_and_say_what_they_are(open_page: Any) -> None:
    run = trace(alphabeta, VIDEO_TREE)
    page = show(open_page, animate(run))
    cuts = [step for step, event in enumerate(run.events, 1) if event in run.cutoffs]
    assert page.locator(".mark.cut").count() == len(cuts)
    mark = page.locator(".mark.cut").first
    mark.focus()
    assert (
        page.locator(".bubble").inner_text()
        == "Cut at E. Owner: B (the parent), its bound: 3. Path: B → E."
    )
    press(page, "Enter")
    assert place(page) == cuts[0]
    assert (
        page.locator(".scrubber").get_attribute("aria-valuetext")
        == f"Step {cuts[0]} of 34: Cut at E. Owner: B (the parent), its bound: 3. Path: B → E."
    )
    press(page, "ArrowRight", "Enter")
    assert "came back with" in page.locator(".sentence-text").inner_text()


def test_what_will_be_asked_is_not_told_by_the_slider(open_page: Any) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE))
    assert set(
        page.locator(".mark").evaluate_all("marks => marks.map(mark => mark.className)")
    ) == {"mark question"}


def test_the_first_difference_of_two_runs_is_marked_and_a_key_away(open_page: Any) -> None:
    player = compare(minimax, alphabeta, VIDEO_TREE)
    step = player.data["difference"]
    one, two = (run.events for run in player.runs)
    assert [type(event) for event in one[: step - 1]] == [type(event) for event in two[: step - 1]]
    assert type(one[step - 1]) is not type(two[step - 1])
    page = show(open_page, player)
    page.locator(".player").focus()
    press(page, "d")
    assert place(page) == step
    page = show(open_page, compare(minimax, alphabeta, VIDEO_TREE, start="difference"))
    assert place(page) == step
    assert "difference" not in compare(minimax, minimax, VIDEO_TREE).data


def test_the_tree_is_a_tree_to_a_screen_reader_and_the_arrow_keys_walk_it(open_page: Any) -> None:
    page = show(open_page, animate(alphabeta, VIDEO_TREE, step=15))
    items = page.get_by_role("tree").get_by_role("treeitem")
    assert items.count() == 15
    page.locator("[data-id=n]").focus()
    press(page, "ArrowDown", "ArrowDown", "ArrowRight")
    here = page.locator("[data-id='n-0-1']")
    assert here.evaluate("node => node.getRootNode().activeElement === node")
    assert here.get_attribute("aria-label") == "E, MAX to move, ≥ 5, α 5, β 3, the search is here"
    assert [here.get_attribute(f"aria-{name}") for name in ("level", "setsize", "posinset")] == [
        "3",
        "2",
        "2",
    ]
    press(page, "ArrowDown", "ArrowRight")
    assert (
        page.locator("[data-id='n-0-1-1']").get_attribute("aria-label")
        == "K, leaf, 1, not visited yet"
    )
    press(page, "ArrowUp", "Enter")  # to where it is entered, and from there to where it returns
    steps = [
        step
        for step, event in enumerate(trace(alphabeta, VIDEO_TREE).events, 1)
        if event.node.name == "E"
    ]
    assert place(page) == steps[0]
    page.locator("[data-id='n-0-1']").click()
    assert place(page) == steps[-1]


def test_the_tree_is_dragged_and_zoomed_under_the_pointer(open_page: Any) -> None:
    page = show(open_page, animate(alphabeta, random_tree(3, 4, seed=1)), width=900, height=600)
    scroller = page.locator(".scroller")
    box = scroller.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    place_of = "scroller => [scroller.scrollLeft, scroller.querySelector('svg').getBoundingClientRect().width]"
    left, width = scroller.evaluate(place_of)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 120, y, steps=4)
    page.mouse.up()
    assert scroller.evaluate(place_of)[0] == left + 120
    under = "([x, y]) => document.querySelector('[data-lm-player]').shadowRoot.querySelector('.scroller > svg').getScreenCTM().inverse().a"
    before = page.evaluate(under, [x, y])
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    page.wait_for_function(f"before => ({under})([0, 0]) < before * 0.8", arg=before)
    scroller.dblclick(position={"x": 3, "y": 3})
    assert scroller.evaluate(place_of)[1] == width


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_step_s_picture_is_saved_from_the_player(open_page: Any, kind: str) -> None:
    page = show(open_page, animate(alphabeta, VIDEO_TREE, step=17), accept_downloads=True)
    page.get_by_role("button", name="Save the picture").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name=f"Save as {kind.upper()}").click()
    assert saved.value.suggested_filename == f"alphabeta-17.{kind}"
    content = Path(saved.value.path()).read_bytes()
    assert content.startswith(b"<svg" if kind == "svg" else b"\x89PNG")
    if kind == "svg":
        assert "≥ 5".encode() in content
        assert b"var(" not in content


# What must be seen whole: at each step, without scrolling, and nothing over anything else.
WHOLE = """(root) => {
    const notebook = root.getRootNode().host.closest(".jp-WindowedPanel-outer");
    const seen = notebook ? notebook.getBoundingClientRect() : new DOMRect(0, 0, innerWidth, innerHeight);
    const troubles = [], press = (key) => root.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const tall = root.getBoundingClientRect().height > seen.height; // which only trees may cause that cannot be smaller
    if (tall && ![...root.querySelectorAll(".zoom-level")].some(({ textContent }) => textContent === "66 %" || textContent === "67 %")) troubles.push("higher than the screen");
    const names = [".header", ".main > .stage", ".sentence", ".transport", ".counts-panel", ".code-panel", ".stack-panel", ".quiz"];
    const steps = Number((root.querySelector(".scrubber") || { max: 0 }).max);
    for (let step = 0; step <= steps; step++) {
        const parts = names.flatMap((name) => [...root.querySelectorAll(name)]).filter((part) => part.checkVisibility());
        const boxes = parts.map((part) => part.getBoundingClientRect());
        boxes.forEach((one, at) => {
            if (one.right > seen.right || (!tall && (one.bottom > seen.bottom || one.top < seen.top))) troubles.push(`${step}: ${parts[at].className} is outside`);
            boxes.slice(at + 1).forEach((two, on) => {
                if (!tall && one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1)
                    troubles.push(`${step}: ${parts[at].className} and ${parts[at + 1 + on].className} overlap`);
            });
        });
        for (const pane of root.querySelectorAll(".scroller"))
            if (pane.scrollHeight > pane.clientHeight) troubles.push(`${step}: the tree is cut`);
        for (const run of root.querySelectorAll(".run")) {
            const inside = (part, pane) => { const one = part.getBoundingClientRect(), two = pane.getBoundingClientRect(); return one.top >= two.top - 1 && one.bottom <= two.bottom + 1; };
            const line = run.querySelector(".line.now"), code = run.querySelector(".code"), node = run.querySelector(".node.now");
            if (line && code.checkVisibility() && !inside(line, code)) troubles.push(`${step}: the line is out of view`);
            if (node && !inside(node, run.querySelector(".scroller"))) troubles.push(`${step}: the node is out of view`);
        }
        press("ArrowRight");
    }
    return troubles.slice(0, 5);
}"""


# What can be pressed, though it cannot be hit; what sticks out of the player's frame; what lies over something else.
UNUSABLE = """(root) => { const troubles = [];
    const box = (part) => part.getBoundingClientRect(), name = (part) => part.ariaLabel || part.textContent || part.className;
    const press = (key) => root.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    for (let step = 0; step < 10; step++, press("ArrowRight")) {
        const frame = box(root);
        const controls = [...root.querySelectorAll("button, select, input")].filter((part) => part.checkVisibility());
        troubles.push(...controls.filter((part) => box(part).height < 24 || box(part).width < (part.matches(".mark") ? 12 : 24)).map(name));
        const parts = [...root.querySelectorAll(":is(.header, .sentence, .transport, .quiz, .panel, .button, .run-title, .stage)")].filter((part) => part.checkVisibility());
        troubles.push(...parts.filter((part) => box(part).bottom > frame.bottom || box(part).right > frame.right || box(part).left < frame.left).map(name));
        const over = (one, two) => box(one).left < box(two).right - 1 && box(two).left < box(one).right - 1 && box(one).top < box(two).bottom - 1 && box(two).top < box(one).bottom - 1;
        for (const one of parts) for (const two of parts)
            if (one !== two && !one.contains(two) && !two.contains(one) && over(one, two)) troubles.push(`${name(one)} over ${name(two)}`);
    }
    return troubles.slice(0, 5); }"""
FITTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SCREENS = [(950, 647), (1500, 960), (800, 600), (768, 1024), (390, 844)]
ENLARGED = [(683, 384), (320, 256), (320, 640)]  # twice and four times as large


@pytest.mark.parametrize(
    "kind", ["animate", "compare", "trees", "games", "predict", "prune", "game"]
)
def test_a_player_is_whole_on_each_screen_at_every_step_and_usable_when_enlarged(
    open_page: Any, kind: str
) -> None:
    page = show(open_page, PLAYERS[kind]())
    player = page.locator(".player")
    for width, height in [*SCREENS, *ENLARGED]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(FITTED)
        player.press("Home")
        looked = player.evaluate(UNUSABLE if (width, height) in ENLARGED else WHOLE)
        assert (width, height, looked, player.evaluate(SMALL_TEXT)) == (width, height, [], [])
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_no_step_makes_a_tree_smaller_than_another(open_page: Any) -> None:
    page = show(open_page, PLAYERS["trees"](), width=1036, height=647)
    sizes = page.locator(".player").evaluate(
        """(root) => { const sizes = new Set(); for (let step = 0; step <= 23; step++) {
        sizes.add([...root.querySelectorAll(".scroller")].map((pane) => [pane.clientHeight, pane.scrollHeight]).join());
        root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" })); } return [...sizes]; }"""
    )
    assert len(sizes) == 1


def test_a_tree_to_mark_takes_the_room_there_is(open_page: Any) -> None:
    page = show(open_page, PLAYERS["prune"](), width=950, height=647)
    box = page.locator(".scroller > svg").bounding_box()
    assert box["height"] > 350
    assert page.locator(".scroller").evaluate("pane => pane.scrollHeight <= pane.clientHeight")


def test_at_a_narrow_window_one_panel_is_behind_a_tab(open_page: Any) -> None:
    page = show(open_page, animate(alphabeta, VIDEO_TREE), width=390, height=844)
    code, stack = page.locator(".code-panel"), page.locator(".stack-panel")
    assert not code.is_visible()
    page.get_by_role("button", name="Code", exact=True).click()
    assert code.is_visible()
    page.get_by_role("button", name="Stack", exact=True).click()
    assert (code.is_visible(), stack.is_visible()) == (False, True)
    assert page.locator(".player").evaluate(WHOLE) == []


def test_the_buttons_above_the_tree_are_one_stop_of_tab_with_arrows_between_them(
    open_page: Any,
) -> None:
    page = show(open_page, animate(alphabeta, VIDEO_TREE))
    press(page, "Tab", "ArrowLeft")
    focused = page.locator("button:focus")
    assert focused.get_attribute("aria-label") == "Legend"
    press(page, "ArrowRight", "Tab")
    assert focused.get_attribute("aria-label") == "First step"
    press(page, "Shift+Tab")
    assert focused.get_attribute("aria-label") == "Keys"
    assert place(page) == 0


def test_a_player_that_reaches_its_question_puts_the_focus_in_the_field(open_page: Any) -> None:
    page = show(open_page, predict(alphabeta, VIDEO_TREE, ask="value"))
    page.locator(".player").focus()
    press(page, "End")
    field = page.get_by_role("textbox").element_handle()
    page.wait_for_function("field => field.getRootNode().activeElement === field", arg=field)


def test_every_tab_stop_has_a_name(open_page: Any) -> None:
    page = show(open_page, animate(alphabeta, VIDEO_TREE_DEEP, step=40), width=950, height=647)
    names = set()
    for _ in range(30):
        press(page, "Tab")
        names.add(
            page.evaluate(
                """() => { const here = document.querySelector("[data-lm-player]").shadowRoot.activeElement;
                return here ? here.ariaLabel || here.textContent || here.outerHTML : "the page"; }"""
            )
        )
    assert not [name for name in names if name.startswith("<")]
    assert sum("A, MAX" in name for name in names) == 1


PLAYERS: dict[str, Callable[[], Player]] = {
    "animate": lambda: animate(alphabeta, VIDEO_TREE_DEEP, step=40),
    "compare": lambda: compare(minimax, alphabeta, VIDEO_TREE),
    "trees": lambda: compare(alphabeta, TOY_TREE, TOY_TREE_SWAPPED),
    "games": lambda: compare(minimax, alphabeta, k_in_a_row.start(3, 3, 3), depth=2),
    "predict": lambda: predict(alphabeta, VIDEO_TREE),
    "prune": lambda: predict(alphabeta, VIDEO_TREE, ask="prune"),
    "game": lambda: animate(alphabeta, k_in_a_row.start(3, 3, 3), depth=2),
}
SCHEMES: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "contrast": {"color_scheme": "dark", "contrast": "more"},
    "forced": {"forced_colors": "active"},
}


@pytest.mark.parametrize("scheme", some(SCHEMES, every=2))
def test_axe_finds_nothing(open_page: Any, scheme: str) -> None:
    shown = [PLAYERS[kind]() for kind in ("animate", "compare", "predict", "prune", "game")]
    parts = "".join(each.fragment for each in shown)
    page = open_page(
        f"<!DOCTYPE html><title>all</title><main><h1>All</h1>{parts}</main>", **SCHEMES[scheme]
    )
    for at in range(len(shown)):
        page.locator(".player").nth(at).press("?")
        page.locator(".player").nth(at).press("End")
    assert violations(page, rules=[] if scheme == "light" else ["color-contrast"]) == []


def test_bars_slider_and_marks_are_seen_where_a_reader_s_own_colours_are_forced(
    open_page: Any,
) -> None:
    page = show(open_page, animate(alphabeta, VIDEO_TREE, step=15), forced_colors="active")
    seen = """(root) => [".bar-visited", ".mark.cut", ".scrubber", ".line.now"].map((name) => {
        const part = root.querySelector(name), before = name === ".mark.cut" ? "::before" : null;
        return [getComputedStyle(part, before).forcedColorAdjust, getComputedStyle(part, before).backgroundColor]; })"""
    looks = page.locator(".player").evaluate(seen)
    assert [adjust for adjust, _ in looks] == ["none"] * 4
    assert looks[0][1] != page.locator(".bar").evaluate(
        "bar => getComputedStyle(bar).backgroundColor"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_follows_the_reader_s_theme(open_page: Any, scheme: str) -> None:
    page = show(open_page, animate(minimax, TOY_TREE), color_scheme=scheme)
    assert page.locator(".player").get_attribute("data-theme") == scheme
    page.emulate_media(color_scheme="light" if scheme == "dark" else "dark")
    page.locator(f".player:not([data-theme={scheme}])").wait_for()


def test_who_wants_less_motion_gets_none(open_page: Any) -> None:
    page = show(open_page, animate(alphabeta, random_tree(3, 4, seed=2)))
    moving = page.locator(".player").evaluate(
        "root => [...root.querySelectorAll('*')].filter((part) => parseFloat(getComputedStyle(part).transitionDuration)).length"
    )
    assert moving == 0
    page.locator(".player").focus()
    press(page, "End")
    first = page.locator(".scroller").evaluate("scroller => scroller.scrollLeft")
    assert (
        page.locator(".scroller").evaluate(
            "scroller => new Promise(requestAnimationFrame).then(() => scroller.scrollLeft)"
        )
        == first
    )


def test_hostile_words_are_shown_and_never_run(open_page: Any) -> None:
    hostile = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>\" \\ \u202e\n\0"

    def search(node: Any, maximizing: bool) -> float:
        """</script><script>window.hacked = 1</script>"""
        values = [search(child, not maximizing) for child in node.children()]
        return node.evaluate() if node.is_over else max(values) if maximizing else min(values)

    for player in (
        animate(search, tree([[1, 2], 3]), title=hostile),
        predict(search, tree([[1, 2], 3]), title=hostile),
    ):
        page = show(open_page, player)
        assert page.evaluate("() => window.hacked") is None
        assert page.locator("h2").inner_text().startswith("</script><script>window.hacked")
        assert "</script>" in "".join(page.locator(".code code").all_text_contents())


def test_a_game_s_positions_are_drawn_beside_its_tree(open_page: Any) -> None:
    player = animate(alphabeta, k_in_a_row.start(3, 3, 3), depth=2)
    page = show(open_page, player)
    page.locator(".player").focus()
    press(page, "ArrowRight")
    first = page.locator(".board").get_attribute("src")
    assert first.startswith("data:image/svg+xml")
    press(page, "ArrowRight")
    assert page.locator(".board").get_attribute("src") != first
    assert page.locator(".board").evaluate(
        "image => image.decode().then(() => image.naturalWidth > 0)"
    )


def test_without_scripts_a_still_picture_is_there(open_page: Any) -> None:
    page = open_page(animate(alphabeta, VIDEO_TREE).document, java_script_enabled=False)
    image = page.locator("[data-lm-player] img")
    assert image.is_visible()
    assert image.get_attribute("alt") == "alphabeta on a tree of 8 leaves: returned 3, 5 visited"
    assert image.bounding_box()["width"] > 200


def test_two_players_on_one_page_do_not_disturb_each_other(open_page: Any) -> None:
    one, two = animate(minimax, TOY_TREE), animate(alphabeta, TOY_TREE)
    page = open_page(f"<!DOCTYPE html><title>two</title>{one.fragment}{two.fragment}{one.fragment}")
    page.locator(".player").nth(2).wait_for()
    page.locator(".player").nth(1).focus()
    press(page, "ArrowRight")
    assert page.locator(".place").all_inner_texts() == ["0 / 23", "1 / 23", "0 / 23"]


def test_notebook_7_lets_a_player_have_its_keys(open_page: Any) -> None:
    fragment = animate(minimax, TOY_TREE).fragment
    for body, kept in (('<body data-notebook="notebooks">', 1), ("<body>", 0)):
        page = open_page(f"<!DOCTYPE html><title>keys</title>{body}{fragment}")
        page.locator(".player").wait_for()
        assert page.locator("[data-lm-player][data-lm-suppress-shortcuts]").count() == kept


def test_out_of_the_page_it_rests_and_back_in_it_it_stands_where_it_stood(open_page: Any) -> None:
    page = show(open_page, animate(minimax, TOY_TREE, interval_ms=20))
    page.locator(".player").focus()
    press(page, "ArrowRight", "ArrowRight", "Space")
    page.get_by_role("button", name="Pause").wait_for()
    page.evaluate(
        "() => { window.place = document.querySelector('[data-lm-player]'); window.above = place.parentElement; place.remove(); }"
    )
    stood = "() => place.shadowRoot.querySelector('.place').textContent"
    step = page.evaluate(stood)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("() => matchMedia('(prefers-color-scheme: dark)').matches")
    # nothing holds it
    assert page.evaluate("() => place.shadowRoot.querySelector('.player').dataset.theme") == "light"
    page.evaluate("() => above.append(place)")
    page.locator(".player[data-theme=dark]").wait_for()
    page.get_by_role("button", name="Play").wait_for()
    assert page.evaluate(stood) == step


@pytest.mark.parametrize("shape", [(2, 3), (3, 6), (4, 6)], ids=str)
def test_a_step_lays_the_page_out_once(open_page: Any, shape: tuple[int, int]) -> None:
    page = show(open_page, animate(minimax, random_tree(*shape, seed=1)), width=950, height=647)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    press_and_look = """root => { for (let step = 0; step < 100; step++) {
        root.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        root.querySelector(".scroller > svg").getBoundingClientRect(); } }"""
    page.locator(".player").evaluate(press_and_look)  # on the way it finds out where all nodes are
    press(page, "Home")
    before = metrics(devtools)["LayoutCount"]
    page.locator(".player").evaluate(press_and_look)
    assert metrics(devtools)["LayoutCount"] - before <= 105


def test_ten_players_at_rest_do_nothing(open_page: Any) -> None:
    players = [animate(alphabeta, random_tree(2, 4, seed=seed)).fragment for seed in range(10)]
    page = open_page(f"<!DOCTYPE html><title>ten</title>{''.join(players)}")
    page.locator(".player").nth(9).wait_for()
    frames = "async () => { for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame); }"
    page.evaluate(frames)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    before = metrics(devtools)
    page.evaluate(frames)
    after = metrics(devtools)
    assert [after[name] - before[name] for name in ("LayoutCount", "RecalcStyleCount")] == [0, 0]


def metrics(devtools: Any) -> dict[str, float]:
    return {
        each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]
    }
