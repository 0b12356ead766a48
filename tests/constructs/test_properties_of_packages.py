"""Properties of classes of installed packages that keep what they found, and others that read them."""

import importlib
import sys

import pytest

import tangentish
from tests.oracle import check_gradient

MATERIALS = '''
class Kept:
    def __init__(self, func):
        self.func = func

    def get(self, owner):
        if self.func.__name__ not in owner.kept:
            owner.kept[self.func.__name__] = self.func(owner)
        return owner.kept[self.func.__name__]


def kept_property(func):
    return property(Kept(func).get)


class Material:
    def set_state(self, p):
        self.kept = {}
        self.p = p

    @property
    def alias(self):
        return self.energy

    @property
    def doubled(self):
        return 2.0 * self.alias

    @kept_property
    def energy(self):
        return self.p**2
'''


@pytest.fixture
def materials(tmp_path, monkeypatch):
    place = tmp_path / "site-packages"
    place.mkdir()
    (place / "kept_materials.py").write_text(MATERIALS)
    monkeypatch.syspath_prepend(place)
    yield importlib.import_module("kept_materials")
    del sys.modules["kept_materials"]


@pytest.mark.parametrize("key", ["energy", "alias", "doubled"])
def test_read_by_another(materials, key):
    def found(p):
        material = materials.Material()
        material.set_state(p)
        return getattr(material, key)

    def twice(p):
        material = materials.Material()
        material.set_state(p)
        return material.alias * material.energy + material.doubled

    assert tangentish.grad(found)(2.0) == (8.0 if key == "doubled" else 4.0)
    check_gradient(twice, 2.0)
