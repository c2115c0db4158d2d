"""Forgeries: answers to 3.1 that are wrong, and that try to pass because their code knows how it is judged."""

from __future__ import annotations

from textwrap import dedent

__all__ = ["FORGERIES"]

WRONG = """
def my_alphabeta(position, depth, alpha, beta, maximizing_player):
    return position.evaluate()
"""
# plain minimax is right in every value, and looks at every leaf
MINIMAX = """
def my_alphabeta(position, depth, alpha, beta, maximizing_player):
    {}
    if depth == 0 or position.is_over:
        return position.evaluate()
    values = [my_alphabeta(c, depth - 1, alpha, beta, not maximizing_player) for c in position.children()]
    return max(values) if maximizing_player else min(values)
"""
REPLY = '{"failed": [], "outcome": "done", "lines": ["✓"], "transcript": "{}"}'
TRANSCRIPT = '{"name": "f", "signature": [], "calls": [], "rows": []}'


def _before(source: str) -> str:
    return dedent(source) + WRONG


def _in_call(line: str) -> str:
    return WRONG.replace("    return", f"    {line}\n    return")


FORGERIES = {
    "a check that prints a tick": _before(
        "import minimax_lessons.exercises as e\ne.check = lambda *a, **k: print('✓')"
    ),
    "a verdict that is always right": _before("""
        from minimax_lessons.exercises import checks
        from minimax_lessons.exercises.faults import Right
        checks.verdict = lambda *a, **k: Right("fine")
        """),
    "a verdict replaced in a call": _in_call(
        "from minimax_lessons.exercises import checks, faults; "
        "checks.verdict = lambda *a: faults.Right('fine')"
    ),
    "a task whose judge accepts all": _before("""
        from minimax_lessons.exercises.tasks import TASKS
        object.__setattr__(TASKS["3.1"], "grade", lambda answer: None)
        """),
    "a fault that can't be raised": _before("""
        from minimax_lessons.exercises import faults
        faults.Fault.__init__ = lambda self, *a, **k: None
        faults.NotYet.outcome = "done"
        """),
    "a judge that finds all right": _before("""
        from minimax_lessons.exercises import explanation, verdict
        from minimax_lessons.exercises.faults import Right
        explanation.judge = verdict.judge = lambda *a, **k: Right("")
        """),
    "no trials": _before("""
        from minimax_lessons.exercises import verdict, proving
        verdict.trials = lambda scope: ()
        proving._Run.all_sizes = lambda self, scales: None
        """),
    "an int that equals everything": _before("""
        import builtins
        class Equal(int):
            __eq__ = lambda *a: True
            __ne__ = lambda *a: False
            __hash__ = int.__hash__
        builtins.int = Equal
        """),
    "builtins that agree": _before("""
        import builtins
        builtins.isinstance = lambda *a: True
        builtins.all = builtins.any = lambda *a: True
        """),
    "an empty package": _before("""
        import sys, types
        for name in list(sys.modules):
            if name.startswith("minimax_lessons.exercises"):
                sys.modules[name] = types.ModuleType(name)
        """),
    "the judge's variables, found in the frames": _in_call("""
    import sys
    frame = sys._getframe()
    while frame is not None:
        for name in ("outcome", "found", "result", "returned"):
            if name in frame.f_locals:
                frame.f_locals[name] = None
        for name in ("verdict", "call", "judge"):
            if name in frame.f_globals:
                frame.f_globals[name] = lambda *a, **k: 0
        frame = frame.f_back"""),
    "the judge, found by the garbage collector": _before("""
        import gc
        for thing in gc.get_objects():
            if type(thing).__name__ == "Task":
                object.__setattr__(thing, "grade", lambda answer: None)
        """),
    "a reply on every channel": _before(f"""
        import os
        reply = {REPLY!r}.encode()
        for number in range(3, 40):
            try:
                os.write(number, b"%d\\n" % len(reply) + reply)
            except OSError:
                pass
        """),
    "a reply on every channel, and the end": _before(f"""
        import os, ctypes
        for number in range(3, 40):
            try:
                os.write(number, {REPLY!r}.encode())
            except OSError:
                pass
        ctypes.CDLL(None)._exit(0)
        """),
    "a thread that answers in the judge's place": _before(f"""
        import os, threading, time
        def answer():
            while True:
                for number in range(3, 20):
                    try:
                        os.write(number, {REPLY!r}.encode())
                    except OSError:
                        pass
                time.sleep(0.01)
        threading.Thread(target=answer, daemon=True).start()
        """),
    "a reply at the exit": _before(f"""
        import atexit, os
        @atexit.register
        def answer():
            for number in range(3, 20):
                try:
                    os.write(number, {REPLY!r}.encode())
                except OSError:
                    pass
        """),
    "a reply that is written in JSON's place": _before(f"""
        import json
        json.dumps = lambda *a, **k: {REPLY!r}
        """),
    "an empty transcript": _before(f"""
        from minimax_lessons.marking import transcript
        transcript.Transcript.written = lambda self, answer: {TRANSCRIPT!r}
        """),
    "the transcript of one right call": _before("""
        from minimax_lessons.marking import transcript, inside
        inside.checks.verdict = lambda *a: __import__("minimax_lessons.exercises.faults",
            fromlist=["Right"]).Right("fine")
        """),
    "an answer of data that claims to be done": _before("""
        from minimax_lessons.marking import inside
        inside.answer_of = lambda request: {"outcome": "done", "lines": ["✓"], "failed": []}
        """)
    + "\ninside._function = lambda *a, **k: {'outcome': 'done', 'lines': ['✓']}\n",
    "a state that is done": _before("""
        from minimax_lessons.marking import inside
        inside._function = lambda *a, **k: {"state": "done", "outcome": "done", "data": True}
        """),
    "pickled data": _before("""
        from minimax_lessons.marking import inside
        inside._function = lambda *a, **k: {"data": {"pickle": "cos\\nsystem\\n(S'true'\\ntR."}}
        """),
    "a process found by its number": _before("""
        import os
        for number in (1, os.getppid()):
            try:
                open(f"/proc/{number}/mem", "r+b").write(b"x")
                os.kill(number, 9)
            except (OSError, SystemExit):
                pass
        """),
    "all leaves, with a forgetful ledger": MINIMAX.format("pass")
    + dedent("""
        from minimax_lessons.exercises.leaf_accesses import Ledger
        Ledger.touch = lambda self, path: None
        from minimax_lessons.exercises import small_trees
        class Forgetful(list):
            append = lambda self, path: None
        small_trees.asked = Forgetful()
        """),
    "all leaves, read behind the judge's back": """
def worth(node, depth, is_max):
    plain = getattr(node, "_plain", None) or getattr(node, "plain", node)
    if depth == 0 or not node.children():
        return node.evaluate() if plain is node else plain.evaluate()
    values = [worth(child, depth - 1, not is_max) for child in node.children()]
    return max(values) if is_max else min(values)

def my_alphabeta(position, depth, alpha, beta, maximizing_player):
    return worth(position, depth, maximizing_player)
""",
    "all leaves, and none noted": MINIMAX.format("pass").replace("my_alphabeta(", "search(")
    + dedent("""
        from minimax_lessons.exercises import small_trees
        def my_alphabeta(position, depth, alpha, beta, maximizing_player):
            value = search(position, depth, alpha, beta, maximizing_player)
            small_trees.asked.clear()
            if hasattr(position, "ledger"):
                position.ledger.places.clear()
            return value
        """),
    "all leaves, and those noted that alpha-beta needs": MINIMAX.format("pass").replace(
        "my_alphabeta(", "search("
    )
    + dedent("""
        from minimax_lessons.exercises import small_trees
        from minimax_lessons.search import alphabeta
        from minimax_lessons.variants import variant
        pruned = variant(alphabeta, "pruned", "max_eval = -inf", "max_eval = -inf")
        def my_alphabeta(position, depth, alpha, beta, maximizing_player):
            value = search(position, depth, alpha, beta, maximizing_player)
            small_trees.asked.clear()
            if hasattr(position, "ledger"):
                position.ledger.places.clear()
                position.ledger.asked = 0
            pruned(position, depth, alpha, beta, maximizing_player)
            return value
        """),
    "a challenge that is detected, and answered by the course": dedent("""
        from minimax_lessons.search import alphabeta
        def my_alphabeta(position, depth, alpha, beta, maximizing_player):
            if type(position).__module__.endswith("challenge"):
                return alphabeta(position, depth, alpha, beta, maximizing_player)
            return position.evaluate()
        """),
    "a challenge whose result is sent before its search": MINIMAX.format(
        'ask = getattr(getattr(position, "_reply", None), "__closure__", None)\n'
        "    for number in range(20 * (ask is not None)):\n"
        '        ask[0].cell_contents({"tree": number, "returned": 0})'
    ),
    "a challenge that never begins": MINIMAX.format("pass")
    + dedent("""
        import threading, time
        from minimax_lessons.marking import inside, transcript
        def replace():
            while True:
                inside.search_distant_trees = lambda *a: None
                transcript.ledgers = lambda arguments: iter(())
                time.sleep(0.001)
        threading.Thread(target=replace, daemon=True).start()
        """),
    "a recorder that a thread replaces": _before("""
        import threading, time
        from minimax_lessons.marking.transcript import Transcript
        from minimax_lessons.search import alphabeta
        recorded = Transcript.recorded
        def replace():
            while True:
                Transcript.recorded = lambda self, answer: recorded(self, alphabeta)
                time.sleep(0.001)
        threading.Thread(target=replace, daemon=True).start()
        """),
    "answers that a thread prepares": _before("""
        import queue, threading
        from minimax_lessons.search import minimax
        asked, answered = queue.Queue(), queue.Queue()
        def answer():
            while True:
                position, depth, turn = asked.get()
                answered.put(minimax(position, depth, turn))
        threading.Thread(target=answer, daemon=True).start()
        def my_alphabeta(position, depth, alpha, beta, maximizing_player):
            asked.put((position, depth, maximizing_player))
            return answered.get(timeout=1)
        """).replace(WRONG, ""),
    "modules that are replaced": _before("""
        import sys, types
        class Agreeing(types.ModuleType):
            def __getattr__(self, name):
                return lambda *a, **k: True
        for name in ("json", "os", "select", "socket", "minimax_lessons.exercises.checks",
                     "minimax_lessons.marking.inside", "minimax_lessons.marking.challenge"):
            sys.modules[name] = Agreeing(name)
        """),
    "a code object that ctypes and the frames put in the judge's place": _in_call("""
    import sys
    frame = sys._getframe()
    while frame is not None:
        function = frame.f_globals.get("refusal")
        if callable(function) and hasattr(function, "__code__"):
            function.__code__ = (lambda outcome, *, cards=True: {"outcome": "done"}).__code__
        frame = frame.f_back"""),
    "numbers that ctypes makes equal": _in_call("""
    import ctypes
    for number in range(50, 200):
        ctypes.c_long.from_address(id(number) + 24).value = 7"""),
}
