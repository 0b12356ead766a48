"""The only place where random programs meet tangentish."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

Derivative = Callable[..., tuple[Any, ...]]

VARIANTS = ({"optimise": False, "kinds": True}, {"optimise": True, "kinds": False}, {"optimise": False, "kinds": False})


class Engine(Protocol):
    """What is judged; the tests of the judge bring their own."""

    def grad(self, program: Callable[..., Any], argnums: tuple[int, ...]) -> Derivative: ...

    def variants(self, program: Callable[..., Any], argnums: tuple[int, ...]) -> dict[str, Derivative]: ...

    def forward(self, program: Callable[..., Any]) -> dict[str, Callable[..., Any]]: ...

    def refusals(self) -> tuple[type[BaseException], ...]: ...


class Tangentish:
    """The engine proper."""

    def grad(self, program: Callable[..., Any], argnums: tuple[int, ...]) -> Derivative:
        import tangentish
        derivative: Derivative = tangentish.grad(program, argnums)
        return derivative

    def variants(self, program: Callable[..., Any], argnums: tuple[int, ...]) -> dict[str, Derivative]:
        from tangentish.testing import variant_grad
        return {", ".join(f"{key}={value}" for key, value in options.items() if not value):
                variant_grad(program, argnums, **options) for options in VARIANTS}

    def forward(self, program: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
        from tangentish.testing import variant_jvp
        return {", ".join(f"{key}={value}" for key, value in options.items()) or "mode": variant_jvp(program, **options)
                for options in ({}, {"optimise": False}, {"kinds": False})}

    def refusals(self) -> tuple[type[BaseException], ...]:
        import tangentish
        return (tangentish.TangentishError,)
