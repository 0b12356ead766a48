"""What containers hold: which expressions are lists, tuples or dicts, and what is put into them.

An array in a list keeps its memory: what is written into `rows[-1]` is written into what was appended.  Of `a + b` only
that of two lists has the memory of what it is made from, so the names that may stand for containers are looked for.

>>> from tangentish.syntax import expression, parse
>>> body = parse('''
... rows = [x]
... rows.append(y)
... both = rows + rest
... z = x + y
... ''').body
>>> containers = Containers(body, ())
>>> sorted(containers.names), containers.is_one(expression("rows[1:]")), containers.is_one(expression("z * 2"))
(['both', 'rows'], True, False)
>>> [[ast.id for ast in parts] for parts in stored_together(body[1].value)]
[['rows', 'y']]
"""

from __future__ import annotations

from collections.abc import Iterable

import gast

from tangentish.syntax import COMPREHENSIONS, Block, Node

STORING = frozenset("append extend insert appendleft extendleft update setdefault add".split())
_OF_CONTAINERS = STORING | frozenset("popleft popitem items keys values rotate".split())
_DISPLAYS = frozenset((gast.List, gast.Tuple, gast.Dict, gast.Set, *COMPREHENSIONS))
MAKERS = frozenset("list tuple dict set sorted reversed zip map filter enumerate iter deque OrderedDict defaultdict Counter chain "
                    "islice repeat cycle product copy deepcopy".split())
_STORING_FUNCTIONS = frozenset("heappush heappushpop heapreplace insort insort_left insort_right setitem setattr __setattr__ "
                               "__setitem__".split())
TOUCHING = _OF_CONTAINERS | _STORING_FUNCTIONS
"""The names of what is called of containers, or puts something into them."""
_JOINING = (gast.Add, gast.Mult, gast.BitOr)


class Containers:
    """The names that may stand for containers in some statements; those in `nested` for containers of containers.

    Those in `items` may stand for something that another container holds.  `calls` says whether methods of containers are
    called anywhere.
    """

    def __init__(self, statements: Iterable[Node], known: Iterable[str], calls: bool = True) -> None:
        self.names, self.nested = set(known), set(known)
        self.items: set[str] = set()
        self.calls = calls
        statements = list(statements)
        before = (-1, -1, -1)
        while before != (before := (len(self.names), len(self.nested), len(self.items))):
            for node in statements:
                self._statement(node)

    def is_one(self, node: Node | None) -> bool:
        """Whether the value of an expression may be a container."""
        cls = node.__class__
        if cls is gast.Name:
            return node.id in self.names
        if cls in _DISPLAYS:
            return True
        if cls is gast.BinOp:
            return isinstance(node.op, _JOINING) and (self.is_one(node.left) or self.is_one(node.right))
        if cls is gast.Subscript:
            return self.is_one(node.value) and (node.slice.__class__ is gast.Slice or self._is_nested(node.value))
        if cls is gast.IfExp:
            return self.is_one(node.body) or self.is_one(node.orelse)
        if cls is gast.BoolOp:
            return any(map(self.is_one, node.values))
        if cls in (gast.NamedExpr, gast.Starred):
            return self.is_one(node.value)
        if cls is gast.Call:
            label = name_called(node)
            if node.func.__class__ is gast.Attribute and label == "copy":
                return self.is_one(node.func.value)
            return label in MAKERS or (node.func.__class__ is gast.Attribute and label in ("items", "values", "keys"))
        return False

    def _is_nested(self, node: Node) -> bool:
        if node.__class__ is gast.Name:
            return node.id in self.nested
        if node.__class__ in (gast.List, gast.Tuple, gast.Set):
            return any(map(self.is_one, node.elts))
        if node.__class__ is gast.Dict:
            return any(map(self.is_one, node.values))
        if node.__class__ in COMPREHENSIONS:
            return self.is_one(node.value if node.__class__ is gast.DictComp else node.elt)
        if node.__class__ is gast.BinOp:
            return self._is_nested(node.left) or self._is_nested(node.right)
        if node.__class__ is gast.Subscript:
            return self._is_nested(node.value)
        return node.__class__ is gast.Call and (any(map(self._is_nested, node.args)) or (
            node.func.__class__ is gast.Attribute and self._is_nested(node.func.value)))

    def _statement(self, node: Node) -> None:
        """Note what a statement binds to a container, and what it treats as one."""
        if node.__class__ in (gast.Assign, gast.AnnAssign, gast.AugAssign, gast.NamedExpr) and node.value is not None:
            if self.is_one(node.value):
                nested = self._is_nested(node.value)
                for target in node.targets if node.__class__ is gast.Assign else [node.target]:
                    self._bind(target, True, nested)
            if node.__class__ is not gast.AugAssign:
                for target in node.targets if node.__class__ is gast.Assign else [node.target]:
                    if target.__class__ is not gast.Name or self._is_item(node.value):
                        self._bind_item(target)
        elif node.__class__ is gast.For and self._is_nested(node.iter):
            for target in node.target.elts if node.target.__class__ is gast.Tuple else [node.target]:
                self._bind(target, True, True)
        if node.__class__ is gast.For:
            self._bind_item(node.target)
        for call in calls_of(node) if self.calls else ():
            if call.func.__class__ is gast.Attribute and call.func.attr in _OF_CONTAINERS:
                self._bind(call.func.value, True, call.func.attr in STORING and any(map(self.is_one, call.args)))

    def _is_item(self, node: Node) -> bool:
        """Whether the value of an expression may be an item of a container, and is not one that is new."""
        if node.__class__ is gast.Name:
            return node.id in self.items
        if node.__class__ is gast.IfExp:
            return self._is_item(node.body) or self._is_item(node.orelse)
        if node.__class__ is gast.Call:
            return name_called(node) not in MAKERS
        return node.__class__ not in _DISPLAYS and node.__class__ not in (gast.Constant, gast.BinOp)

    def _bind_item(self, target: Node) -> None:
        if target.__class__ is gast.Name:
            self.items.add(target.id)
        elif target.__class__ in (gast.Tuple, gast.List):
            for part in target.elts:
                self._bind_item(part.value if part.__class__ is gast.Starred else part)

    def _bind(self, target: Node, container: bool, nested: bool) -> None:
        if target.__class__ is gast.Subscript and container:  # an item that is one
            self._bind(target.value, True, True)
        elif target.__class__ is gast.Name:
            self.names |= {target.id} if container else set()
            self.nested |= {target.id} if nested else set()


def calls_of(node: Node) -> Block:
    """The call that a statement is, or binds a name to; one that is looked up when it happens, too."""
    if hasattr(node, "dynamic"):
        func, args, keywords = node.dynamic
        return [gast.Call(func, list(args), list(keywords))]
    value = node if node.__class__ is gast.Call else getattr(node, "value", None)
    return [value] if value.__class__ is gast.Call else []


def name_called(call: Node) -> str:
    """The last name of what is called."""
    func = call.func
    return str(func.id if func.__class__ is gast.Name else func.attr if func.__class__ is gast.Attribute else "")


def stored_together(call: Node) -> list[Block]:
    """What a call puts into a container, after the container."""
    values = [*call.args, *(keyword.value for keyword in call.keywords)]
    label = name_called(call)
    through_class = call.func.__class__ is gast.Attribute and getattr(call.func.value, "id", "") in ("list", "dict", "set", "deque")
    if label in _STORING_FUNCTIONS or (label in STORING and through_class):
        return [values]
    if label in STORING and call.func.__class__ is gast.Attribute:
        return [[call.func.value, *values]]
    return []
