"""Models of astropy: their parameters are handed on as a list where they have units, not as an array of objects."""

from __future__ import annotations

from typing import Any

import numpy as np
from astropy.modeling.core import Model
from astropy.units.quantity import Quantity

from tangentish import library


def parameter_sets(model: Any, raw: Any = False, units: Any = False) -> Any:
    """`Model._param_sets`: the values of the parameters, as an array if they are numbers of one shape."""
    values = []
    shapes = set()
    for name in model.param_names:
        parameter = getattr(model, name)
        value = parameter._internal_value if raw and parameter._setter else parameter.value
        shape = model._param_metrics[name].get("broadcast_shape")
        if shape is not None:
            value = np.reshape(value, shape)
        shapes.add(np.shape(value))
        if len(model) == 1:
            value = np.array([value])
        unit = parameter.internal_unit if raw and parameter.internal_unit is not None else parameter.unit
        values.append(Quantity(value, unit, subok=True) if units and unit is not None else value)
    return values if units or len(shapes) != 1 else np.array(values)


library.REPLACED[Model._param_sets] = parameter_sets
