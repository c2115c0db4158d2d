"""The node is a text, and beside it stand tables and parameters in many languages.

The names of the parameters do not tell which argument is which: their order must be kept.
"""

from __future__ import annotations

from functools import partial
from math import inf

from ..judge import program
from .small_games import named

cousin = partial(program, family="misplaced text")
look_alike = partial(program, family="misplaced text", harmless=True)

GRAPH = {
    "A": ["B", "C", "D"],
    "B": ["E", "F"],
    "C": ["G", "H"],
    "D": ["I", "J"],
    "E": [],
    "F": [],
    "G": [],
    "H": [],
    "I": [],
    "J": [],
}
WORTH = {"E": 4, "F": 7, "G": 2, "H": 9, "I": 6, "J": 5}
TREE = named(GRAPH, WORTH, "A")
FLAT = {"A": ["B", "C"], "B": [], "C": []}
PAIR = {"B": 3, "C": 5}
INNER = {name: below for name, below in GRAPH.items() if below}


@cousin(named(FLAT, PAIR, "A"), "A", FLAT, PAIR, 2, True)
def utilidad_minimax(nodo, grafo, utilidades, profundidad, esMax):
    if profundidad == 0 or grafo[nodo] == []:
        return utilidades[nodo]
    valores = [
        utilidad_minimax(v, grafo, utilidades, profundidad - 1, not esMax) for v in grafo[nodo]
    ]
    return max(valores) if esMax else min(valores)


@cousin(TREE, "A", GRAPH, WORTH, 2, True)
def bewerte(knoten, kinder, werte, tiefe, am_zug):
    if tiefe == 0 or not kinder[knoten]:
        return werte[knoten]
    bester = -inf if am_zug else inf
    for kind in kinder[knoten]:
        wert = bewerte(kind, kinder, werte, tiefe - 1, not am_zug)
        bester = max(bester, wert) if am_zug else min(bester, wert)
    return bester


@cousin(TREE, "A", GRAPH, WORTH, 3, "MAX")
def noeud_valeur(noeud, arbre, valeurs, profondeur, joueur):
    if profondeur == 0 or not arbre[noeud]:
        return valeurs[noeud]
    if joueur == "MAX":
        return max(
            noeud_valeur(fils, arbre, valeurs, profondeur - 1, "MIN") for fils in arbre[noeud]
        )
    return min(noeud_valeur(fils, arbre, valeurs, profondeur - 1, "MAX") for fils in arbre[noeud])


@cousin(TREE, INNER, WORTH, "A", True)
def tables_before_the_name(below, utilities, name, maximizing):
    if name in utilities:
        return utilities[name]
    scores = [
        tables_before_the_name(below, utilities, child, not maximizing) for child in below[name]
    ]
    return max(scores) if maximizing else min(scores)


@cousin(TREE, 2, "A", True, GRAPH, WORTH)
def profondita_prima(livello, stato, massimizza, mosse, punti):
    if livello == 0:
        return punti[stato]
    risultati = [
        profondita_prima(livello - 1, s, not massimizza, mosse, punti) for s in mosse[stato]
    ]
    return max(risultati) if massimizza else min(risultati)


@cousin(TREE, "A", -inf, inf, GRAPH, WORTH, True, cut="<=")
def poda(no, alfa, beta, filhos, pesos, vez_do_max):
    if not filhos[no]:
        return pesos[no]
    melhor = -inf if vez_do_max else inf
    for filho in filhos[no]:
        v = poda(filho, alfa, beta, filhos, pesos, not vez_do_max)
        if vez_do_max:
            melhor = max(melhor, v)
            alfa = max(alfa, melhor)
        else:
            melhor = min(melhor, v)
            beta = min(beta, melhor)
        if beta <= alfa:
            break
    return melhor


@cousin(TREE, "max", "A", WORTH, GRAPH)
def player_name_first(player, state, payoff, tree):
    if not tree[state]:
        return payoff[state]
    other = "min" if player == "max" else "max"
    results = [player_name_first(other, after, payoff, tree) for after in tree[state]]
    return max(results) if player == "max" else min(results)


class Pohon:
    def __init__(self, cabang, nilai):
        self.cabang, self.nilai = cabang, nilai

    def cari(self, kedalaman, simpul, giliran_max):
        if kedalaman == 0 or simpul not in self.cabang:
            return self.nilai[simpul]
        hasil = [self.cari(kedalaman - 1, anak, not giliran_max) for anak in self.cabang[simpul]]
        return max(hasil) if giliran_max else min(hasil)


cousin(TREE, 4, "A", True, name="pohon_cari")(Pohon(INNER, WORTH).cari)


@cousin(TREE, "A", GRAPH, WORTH, 2, 1, negamax=True)
def negamaks(dugum, agac, puanlar, derinlik, renk):
    if derinlik == 0:
        return renk * puanlar[dugum]
    return max(-negamaks(cocuk, agac, puanlar, derinlik - 1, -renk) for cocuk in agac[dugum])


@cousin(TREE, "A", "EFGHIJ", [4, 7, 2, 9, 6, 5], "BCD", {"B": "EF", "C": "GH", "D": "IJ"}, True)
def several_texts(node, leaves, numbers, inner, below, is_max):
    """The leaves' names are one text, and the names of the root's children another."""
    if node in leaves:
        return numbers[leaves.index(node)]
    children = below[node] if node in inner else inner
    return (max if is_max else min)(
        several_texts(c, leaves, numbers, inner, below, not is_max) for c in children
    )


NUMBERED = {"n0": ("n1", "n2"), "n1": ("n3", "n4"), "n2": ("n5", "n6")}
SCORED = {"n3": 3, "n4": 5, "n5": 2, "n6": 9}


@cousin(named(NUMBERED, SCORED, "n0"), NUMBERED, "n0", SCORED, {"player": "max"})
def settings_come_last(edges, at, leaf_values, settings):
    if at in leaf_values:
        return leaf_values[at]
    turn = settings["player"]
    following = {"player": "min" if turn == "max" else "max"}
    values = [settings_come_last(edges, to, leaf_values, following) for to in edges[at]]
    return max(values) if turn == "max" else min(values)


@cousin(TREE, "A", GRAPH, WORTH, True, "A")
def the_name_stands_twice(current, graph, scores, maximizing, root):
    if not graph[current]:
        return scores[current]
    found = [the_name_stands_twice(c, graph, scores, not maximizing, root) for c in graph[current]]
    return max(found) if maximizing or current == root else min(found)


@look_alike(TREE, "A", 2, True)
def node_depth_turn(node, depth, maximizing):
    if depth == 0 or not GRAPH[node]:
        return WORTH[node]
    values = [node_depth_turn(child, depth - 1, not maximizing) for child in GRAPH[node]]
    return max(values) if maximizing else min(values)


@look_alike(TREE, "A", GRAPH, WORTH, True)
def node_graph_values_turn(node, graph, values, is_max):
    if node in values:
        return values[node]
    return (max if is_max else min)(
        [node_graph_values_turn(c, graph, values, not is_max) for c in graph[node]]
    )


@cousin(TREE, GRAPH, "A", -inf, inf, True, cut="<=")
def graph_node_bounds_turn(graph, node, alpha, beta, is_max):
    if not graph[node]:
        return WORTH[node]
    best = -inf if is_max else inf
    for child in graph[node]:
        value = graph_node_bounds_turn(graph, child, alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


NUMBERS = {0: (1, 2), 1: (3, 4), 2: (5, 6)}
POINTS = {3: 4, 4: 7, 5: 2, 6: 9}


@look_alike(named(NUMBERS, POINTS, 0), 0, NUMBERS, POINTS, True)
def nodes_are_numbers(node, graph, points, is_max):
    if node in points:
        return points[node]
    values = [nodes_are_numbers(child, graph, points, not is_max) for child in graph[node]]
    return max(values) if is_max else min(values)
