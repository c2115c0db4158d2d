"""Pictures of trees and searches: (tree, run, step) to a graphviz.Digraph, and the changes from step to step.

Names
    picture(tree, run=None, step=None, *, theme="light", detail=None, depth=None) -> graphviz.Digraph
    looks(tree, run=None, step=None, *, detail=None, depth=None) -> {id: (class, text)}
    patches(run, *, detail=None, depth=None) -> [[(id, "class" or "text", value), ...] for each event]
    legend(theme) -> graphviz.Digraph        the signs explained, drawn with the same styles
    stylesheet() -> CSS that colours the SVG by class, with variables;  variables(theme) -> their values
    mimebundle(thing) -> what a notebook shows for a Node or a Trace
    render.svg(digraph) -> str;  render.render(digraph, "png" | "pdf" | …) -> bytes

Steps count the events that have happened: 0 is before the first, len(run.events) (or None) is the finished run,
and patches(run)[k] leads from step k to step k + 1.

Ids, from the node's path (the root's path is empty): n-0-1 a node, e-0-1 the edge down to it, w-0-1 the window
beside it, t-0-1 its name, m-0-1 the move on its edge (games only), x-0-1 the double slash on its edge (only where
the run cuts there at some time). The SVG has one <g id=… class=…> for each, never another id.

A class is the whole attribute: Graphviz's own "node" or "edge", the kind, then the states, in this order:
    n  node (max|min|leaf|stub) (plain|unseen|open|done|pruned) [bound] [best] [now] [broken]
    e  edge (plain|unseen|open|done|pruned) [good] [best]
    w  node window (off|open|done) [crossed]
    t  node name (plain|pruned)
    m  node move (plain|pruned)
    x  edge cut (off|on) [deep] [unsound]
plain: no search is shown. unseen: not looked at so far. open: on the path being searched. done: returned. pruned:
never looked at, and never will be. good: leads to its parent's best child so far. best: on the best line so far, in
the end the principal variation. now: where the search stands. broken: an error arose here.

A text's lines, split at newlines, are the <text> elements of the group in order; each is always there, a no-break
space where there is nothing to say. A window has two lines, every other text one.
"""
