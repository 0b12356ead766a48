"""Small functions that rules, and so generated code, may call: what is not plain NumPy in a derivative is here."""

from tangentish.rules.helpers.basic import *
from tangentish.rules.helpers.calculus import *
from tangentish.rules.helpers.checks import *
from tangentish.rules.helpers.eigen import *
from tangentish.rules.helpers.einsum import *
from tangentish.rules.helpers.extremes import *
from tangentish.rules.helpers.factorisations import *
from tangentish.rules.helpers.fft import *
from tangentish.rules.helpers.joining import *
from tangentish.rules.helpers.linalg import *
from tangentish.rules.helpers.methods import *
from tangentish.rules.helpers.norms import *
from tangentish.rules.helpers.numbers import *
from tangentish.rules.helpers.polynomials import *
from tangentish.rules.helpers.products import *
from tangentish.rules.helpers.rearranging import *
from tangentish.rules.helpers.singular import *
from tangentish.rules.helpers.sorting import *
from tangentish.rules.helpers.spectra import *
