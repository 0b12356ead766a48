"""Both modes on a function of two numbers, step by step: `python examples/scalar_graph.py`.

L = w2 log w1 + sqrt(w2 log w1). What tangentish writes is ordinary Python, so Python can step through it: each line of the
two derivatives is shown with the value that it computes, and the picture has the graph with all of them.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

import tangentish

CONSOLE = Console(width=110)
PLACES = {"w1": (0.0, 1.0), "w2": (0.0, 0.0), "v1": (1.0, 1.0), "v2": (2.0, 0.5), "v3": (3.0, 1.0), "L": (4.0, 0.5)}
EDGES = [("w1", "v1"), ("w2", "v2"), ("v1", "v2"), ("v2", "v3"), ("v2", "L"), ("v3", "L")]
OPERATIONS = {"w1": "w1", "w2": "w2", "v1": "v1 = log w1", "v2": "v2 = w2 v1", "v3": "v3 = sqrt v2", "L": "L = v2 + v3"}


def loss(w1, w2):
    v1 = math.log(w1)
    v2 = w2 * v1
    v3 = math.sqrt(v2)
    return v2 + v3


def by_hand(w1, w2):
    """The two partial derivatives, on paper."""
    common = 1.0 + 0.5 / math.sqrt(w2 * math.log(w1))
    return w2 / w1 * common, math.log(w1) * common


def steps(derivative, source, *args):
    """Call a derivative; what it returned, and the lines of generated code that ran with the variables each has set."""
    lines, done, before = source.splitlines(), [], {}
    number = None

    def local(frame, event, _):
        nonlocal number
        if number is not None:
            changed = {name: value for name, value in frame.f_locals.items() if before.get(name) != value}
            done.append((lines[number - 1].strip(), changed))
        before.update(frame.f_locals)
        number = frame.f_lineno if event == "line" else None
        return local

    def entered(frame, *_):
        if frame.f_code.co_name in ("loss_grad", "loss_jvp"):
            before.update(frame.f_locals)
            return local
        return None

    previous = sys.gettrace()
    sys.settrace(entered)
    try:
        result = derivative(*args)
    finally:
        sys.settrace(previous)
    return result, done


def show(title, done):
    """Print the lines that ran and what they computed; the values when all was done."""
    table = Table("statement", "value", title=title)
    values = {}
    for line, changed in done:
        values |= changed
        table.add_row(line, ", ".join(f"{name} = {value:.6g}" for name, value in changed.items()))
    CONSOLE.print(table)
    return values


def draw(path, primals, tangents, cotangents):
    """The graph: at each node its value, its tangent along w1, and its cotangent."""
    figure = Figure(figsize=(11.0, 4.0), layout="constrained")
    ax = figure.subplots()
    for start, end in EDGES:
        ax.annotate("", PLACES[end], PLACES[start], arrowprops={"arrowstyle": "->", "shrinkA": 46, "shrinkB": 46, "color": "grey"})
    for node, (x, y) in PLACES.items():
        text = f"{OPERATIONS[node]}\n{primals[node]:.4f}\ntangent {tangents[node]:.4f}\ncotangent {cotangents[node]:.4f}"
        ax.text(x, y, text, ha="center", va="center", bbox={"boxstyle": "round", "facecolor": "white"})
    ax.set(xlim=(-0.5, 4.5), ylim=(-0.3, 1.3), title="values; tangents along w1 (left to right); cotangents (right to left)")
    ax.axis("off")
    figure.savefig(path, dpi=120)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--at", type=float, nargs=2, default=(2.0, 3.0), metavar=("W1", "W2"))
    parser.add_argument("--output", type=Path, default=Path("scalar_graph.png"), help="the picture")
    options = parser.parse_args(argv)
    w1, w2 = options.at

    forward = tangentish.jvp(loss)
    primals, along = (w1, w2), (1.0, 0.0)
    forward(primals, along)  # writes the program
    (ans, ans_dot), done = steps(forward, forward.source, primals, along)
    ahead = show("forward mode, along w1: each statement is followed by its tangent", done)

    reverse = tangentish.grad(loss, argnums=(0, 1))
    reverse(w1, w2)
    gradient, done = steps(reverse, reverse.source, w1, w2)
    back = show("reverse mode: the statements, then their adjoints from the last to the first", done)

    nodes = ("w1", "w2", "v1", "v2", "v3")
    values = {"w1": w1, "w2": w2, **ahead}
    draw(options.output,
         {**{n: values[n] for n in nodes}, "L": ans},
         {**{n: values.get(f"{n}_dot", dot) for n, dot in zip(nodes, (*along, 0, 0, 0), strict=True)}, "L": ans_dot},
         {**{n: back.get(f"{n}_bar", 1.0) for n in nodes}, "L": 1.0})
    print(f"forward mode  dL/dw1 = {ans_dot:.12f}")
    print("reverse mode  dL/dw1 = {:.12f}, dL/dw2 = {:.12f}".format(*gradient))
    print("on paper      dL/dw1 = {:.12f}, dL/dw2 = {:.12f}".format(*by_hand(w1, w2)))
    print(f"picture: {options.output}")


if __name__ == "__main__":
    main()
