"""Several agents: one that is MAX, and ghosts that take their turns one after another."""

from __future__ import annotations

from math import inf

from .judge import program
from .profile import Ref
from .trees import ALTERNATING as T
from .trees import SMALL


class GameState:
    """Three agents on a line each; the score is told by where all of them are."""

    def __init__(self, places=(0, 0, 0)):
        self.places = places

    def get_legal_actions(self, agent):
        return ["left", "right"] if abs(self.places[agent]) < 2 else []

    def generate_successor(self, agent, action):
        step = 1 if action == "right" else -1
        return GameState(tuple(place + step * (i == agent) for i, place in enumerate(self.places)))

    def get_num_agents(self):
        return len(self.places)

    def is_win(self):
        return self.places[0] == 2

    def is_lose(self):
        return self.places[0] == -2


def score(state):
    x, y, z = state.places
    return 7 * x - 3 * (x - y) ** 2 + 2 * y * z - 5 * z


def successors(agent):
    def after(state, turn):
        if state.is_win() or state.is_lose():
            return []
        return [
            state.generate_successor(agent, action) for action in state.get_legal_actions(agent)
        ]

    return after


def maze(state, agents, plies, agent=0):
    """Return the tree in which agent 0 is MAX and all the others are MIN, one after another."""
    after = successors(agent)(state, True) if plies else []
    if not after:
        return Ref(agent == 0, value=score(state))
    following = (agent + 1) % agents
    return Ref(agent == 0, tuple(maze(one, agents, plies - 1, following) for one in after))


class Agent:
    def __init__(self, depth):
        self.depth = depth
        self.evaluation_function = score

    def value(self, state, agent, depth):
        if (
            depth == self.depth
            or state.is_win()
            or state.is_lose()
            or not state.get_legal_actions(agent)
        ):
            return self.evaluation_function(state)
        following = (agent + 1) % state.get_num_agents()
        deeper = depth + 1 if following == 0 else depth
        values = [
            self.value(state.generate_successor(agent, action), following, deeper)
            for action in state.get_legal_actions(agent)
        ]
        return max(values) if agent == 0 else min(values)

    def get_action(self, state):
        actions = state.get_legal_actions(0)
        return max(
            actions, key=lambda action: self.value(state.generate_successor(0, action), 1, 0)
        )


program(maze(GameState(), 3, 3), name="two_ghosts", anew=lambda: (GameState(), 0, 0), cause=4)(
    Agent(1).value
)
program(
    maze(GameState(), 3, 6), name="two_ghosts_twice", anew=lambda: (GameState(), 0, 0), cause=4
)(Agent(2).value)
program(
    maze(GameState(), 3, 3),
    name="action_of_the_agent",
    anew=lambda: (GameState(),),
    plain=lambda r: None,
    cause=4,
)(Agent(1).get_action)


class AlphaBetaAgent(Agent):
    def get_action(self, state):
        alpha, best = -inf, None
        for action in state.get_legal_actions(0):
            v = self.minimize(state.generate_successor(0, action), 1, 0, alpha, inf)
            if v > alpha:
                alpha, best = v, action
        return best

    def maximize(self, state, depth, alpha, beta):
        if depth == self.depth or state.is_win() or state.is_lose():
            return self.evaluation_function(state)
        v = -inf
        for action in state.get_legal_actions(0):
            v = max(v, self.minimize(state.generate_successor(0, action), 1, depth, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def minimize(self, state, ghost, depth, alpha, beta):
        if state.is_win() or state.is_lose():
            return self.evaluation_function(state)
        v = inf
        for action in state.get_legal_actions(ghost):
            after = state.generate_successor(ghost, action)
            if ghost == state.get_num_agents() - 1:
                v = min(v, self.maximize(after, depth + 1, alpha, beta))
            else:
                v = min(v, self.minimize(after, ghost + 1, depth, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v


program(
    maze(GameState(), 3, 3),
    name="alpha_beta_with_ghosts",
    anew=lambda: (GameState(), 0, -inf, inf),
    cut="<",
    cause=4,
)(AlphaBetaAgent(1).maximize)
program(maze(GameState(), 3, 6), name="alpha_beta_action", anew=lambda: (GameState(),), cut="<", root_passes=True,
        plain=lambda r: None, cause=4)(AlphaBetaAgent(2).get_action)  # fmt: skip


class Searching:
    def value(self, node, is_max):
        if isinstance(node, int):
            return node
        return (max if is_max else min)([self.value(child, not is_max) for child in node])


class Counting(Searching):
    visits = 0

    def value(self, node, is_max):
        self.visits += 1
        return super().value(node, is_max)


program(
    T(SMALL),
    SMALL,
    True,
    name="asks_its_base_class",
    method=lambda search: Counting().value,
    cause=13,
)(Counting)
