"""Print how today's traces of the cousins compare with the oracle, by cause; the causes named are told in full.

python -m tests.programs                    # the table
python -m tests.programs "inner break"      # and every trace of this cause that is not right
python -m tests.programs all
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

from . import cousins
from .judge import COUSINS, by_cause, judged, sane, table

for module in pkgutil.iter_modules(cousins.__path__):
    importlib.import_module(f"{cousins.__name__}.{module.name}")


def main(causes: list[str]) -> None:
    insane = {name: fault for name, one in COUSINS.items() if (fault := sane(one))}
    for name, fault in insane.items():
        print(f"{name}: the program and its oracle disagree: {fault}")
    verdicts = {name: judged(one) for name, one in COUSINS.items() if name not in insane}
    for cause in causes:
        chosen = {name: v for name, v in verdicts.items() if cause in ("all", COUSINS[name].family)}
        print(table(chosen), end="\n\n")
    print(by_cause(verdicts))


if __name__ == "__main__":
    main(sys.argv[1:])
