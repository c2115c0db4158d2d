"""Roles: what the name of a variable tells of the part it plays in a search."""

from __future__ import annotations

from typing import Literal

__all__ = ["NODE_NAMES", "Role", "role_of"]

Role = Literal["alpha", "beta", "window", "turn", "colour", "depth", "index", "values"]

NAMES: dict[Role, str] = {
    "alpha": "alpha α al alfa low lo lower lowerbound lb floor maxsofar bestmax bestformax",
    "beta": "beta β be high hi upper upperbound ub ceiling minsofar bestmin bestformin",
    "window": "window bounds alphabeta ab interval searchwindow",
    "turn": "maximizingplayer maximisingplayer maximizing maximising maximize maximise maximizer ismax ismaximizing"
    " ismaximising ismaximizingplayer ismaxplayer ismaxturn ismaxnode maxplayer maxturn maxnode maxtomove maxsturn"
    " white iswhite whitetomove whitesturn iswhiteturn turn player isplayer myturn mymove maxi max mx agent agentindex"
    " tomove who side sidetomove stm ismin minplayer minturn isminplayer isminturn",
    "colour": "color colour sign sgn",
    "depth": "depth d ply plies level lvl remaining depthleft remainingdepth maxdepth depthlimit limit horizon height h"
    " depthremaining targetdepth lookahead",
    "index": "index idx nodeindex i nodeidx",
    "values": "values scores leaves leafvalues nums numbers terminals vals leafscores",
}
ROLES: dict[str, Role] = {name: role for role, names in NAMES.items() for name in names.split()}

TELLING: dict[str, Role] = {"alpha": "alpha", "beta": "beta", "depth": "depth", "maximi": "turn", "minimi": "turn"}

NODE_NAMES = {"node", "state", "position", "pos", "board", "tree", "root", "gamestate", "currentnode", "subtree"}


def role_of(name: str, others: frozenset[str] = frozenset()) -> Role | None:
    """Return the role that a parameter's name tells of; a and b are the bounds where both are there."""
    plain = name.lower().replace("_", "")
    if plain in ("a", "b") and {"a", "b"} <= {other.lower() for other in others}:
        return "alpha" if plain == "a" else "beta"
    if plain in ROLES:
        return ROLES[plain]
    return next((role for word, role in TELLING.items() if word in plain), None)
