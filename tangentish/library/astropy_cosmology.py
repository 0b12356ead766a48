"""The inverse of the Hubble function of astropy's cosmologies, as its integrals over redshift have it, where it is compiled.

By the Friedmann equation the square of `H(z) / H_0` is the sum of the densities of what there is, each by how it grew with `1 + z`:
Hogg, "Distance measures in cosmology" (1999), eq. 14.  What dark energy does: Linder, Phys. Rev. Lett. 90 (2003) 091301, eq. 6-7;
how the density of neutrinos with mass grows: Komatsu et al., ApJS 192 (2011) 18, eq. 26.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish import library
from tangentish.rules.libraries import first_module

_compiled = first_module("astropy.cosmology._src.flrw.scalar_inv_efuncs", "astropy.cosmology.flrw.scalar_inv_efuncs",
                         "astropy.cosmology.scalar_inv_efuncs")
FERMIONS = 0.22710731766
"""The energy of a kind of neutrinos without mass over that of photons, 7/8 (4/11)^(4/3)."""
_EXPONENT, _BREAK = 1.83, 0.3173


def constant(grown: Any) -> Any:
    """A cosmological constant."""
    return 1.0


def of_one_state(grown: Any, w0: Any) -> Any:
    """The density of dark energy where pressure over density is `w0`."""
    return grown ** (3.0 * (1.0 + w0))


def linear_in_scale(grown: Any, w0: Any, wa: Any) -> Any:
    """Where it is `w0 + wa (1 - a)`, at the scale `a` of the universe."""
    return grown ** (3.0 * (1.0 + w0 + wa)) * np.exp(-3.0 * wa * (grown - 1.0) / grown)


def about_pivot(grown: Any, wp: Any, apiv: Any, wa: Any) -> Any:
    """Where it is `wp + wa (apiv - a)`."""
    return grown ** (3.0 * (1.0 + wp + apiv * wa)) * np.exp(-3.0 * wa * (grown - 1.0) / grown)


def linear_in_redshift(grown: Any, w0: Any, wz: Any) -> Any:
    """Where it is `w0 + wz z`."""
    return grown ** (3.0 * (1.0 + w0 - wz)) * np.exp(3.0 * wz * (grown - 1.0))


def none(grown: Any) -> Any:
    """No radiation."""
    return 0.0


def without_mass(grown: Any, radiation: Any) -> Any:
    """Radiation with all neutrinos in it."""
    return radiation


def with_mass(grown: Any, photons: Any, kinds: Any, massless: Any, masses: Any) -> Any:
    """Photons and neutrinos, of which some have a mass: over their temperature today that is `masses`."""
    total = 1.0 * massless
    for mass in masses:
        total = total + (1.0 + (_BREAK / grown * mass) ** _EXPONENT) ** (1.0 / _EXPONENT)
    return photons * (1.0 + FERMIONS * kinds * total)


_DARK_ENERGY: dict[str, Callable[..., Any]] = {
    "lcdm": constant, "wcdm": of_one_state, "w0wacdm": linear_in_scale, "wpwacdm": about_pivot, "w0wzcdm": linear_in_redshift}
_RADIATION: dict[str, tuple[Callable[..., Any], int]] = {"_norel": (none, 0), "_nomnu": (without_mass, 1), "": (with_mass, 4)}


def inverse(dark_energy: Callable[..., Any], radiation: Callable[..., Any], count: int, curved: bool) -> Callable[..., Any]:
    """`H_0 / H(z)` of a cosmology; `count` arguments are of the radiation, the last ones of dark energy.

    >>> flat = inverse(constant, none, 0, curved=False)
    >>> round(flat(1.0, 0.3, 0.7), 6)
    0.567962
    """

    def inverse_efunc(z: Any, Om0: Any, Ode0: Any, *others: Any) -> Any:  # as astropy calls them
        grown = 1.0 + z
        curvature, others = (others[0], others[1:]) if curved else (0.0, others)
        rays = radiation(grown, *others[:count])
        dark = Ode0 * dark_energy(grown, *others[count:])
        return (grown**2 * ((rays * grown + Om0) * grown + curvature) + dark) ** -0.5

    return inverse_efunc


for _energy, _law in _DARK_ENERGY.items():
    for _kind, (_rays, _count) in _RADIATION.items():
        for _flat in ("", "f"):
            _function = getattr(_compiled, f"{_flat}{_energy}_inv_efunc{_kind}", None)
            if _function is not None:
                library.REPLACED[_function] = inverse(_law, _rays, _count, not _flat)
