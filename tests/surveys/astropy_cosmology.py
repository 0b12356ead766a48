"""What astropy makes of quantities: distances and times of cosmologies, models with units, angles."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
import astropy.constants as const
import astropy.units as u
from astropy.coordinates import Angle
from astropy.cosmology import FlatLambdaCDM, LambdaCDM, Planck18, w0waCDM, w0wzCDM, wCDM, wpwaCDM
from astropy.modeling import models
c, l = FlatLambdaCDM(70, 0.3), LambdaCDM(70, 0.3, 0.6)
T = FlatLambdaCDM(70, 0.3, Tcmb0=2.7, m_nu=[0.0, 0.0, 0.06] * u.eV)
w, w0, wp = wCDM(70, 0.3, 0.7, -0.9), w0waCDM(70, 0.3, 0.7, -0.9, 0.1), wpwaCDM(70, 0.3, 0.7, -0.9, 0.1, 0.5)
wz, P = w0wzCDM(70, 0.3, 0.7, -0.9, 0.1), Planck18
bb = models.BlackBody(5000 * u.K)
g = models.Gaussian1D(1.0 * u.Jy, 1 * u.km, 0.5 * u.km)
L = np.array([0.7, 1.3, 2.1])
Q = np.array([2.0, 1.0, 0.5]) * u.km
A = np.array([[1.0, 0.3, -0.2], [0.5, 2.0, 0.1], [0.2, -0.4, 1.5]])
"""

CASES = [
    Case("c.efunc(x)", "x=L"),
    Case("c.inv_efunc(x)", "x=L"),
    Case("c.H(x).value", "x=L"),
    Case("c.comoving_distance(x).value", "x=L"),
    Case("c.luminosity_distance(x).value", "x=L"),
    Case("c.angular_diameter_distance(x).to_value(u.kpc)", "x=L"),
    Case("c.distmod(x).value", "x=L"),
    Case("c.lookback_time(x).value", "x=L"),
    Case("c.age(x).value", "x=L"),
    Case("c.comoving_volume(x).value", "x=L"),
    Case("c.differential_comoving_volume(x).value", "x=L"),
    Case("c.Om(x)", "x=L"),
    Case("c.Ode(x)", "x=L"),
    Case("c.critical_density(x).value", "x=L"),
    Case("c.arcsec_per_kpc_proper(x).value", "x=L"),
    Case("c.kpc_proper_per_arcmin(x).value", "x=L"),
    Case("c.kpc_comoving_per_arcmin(x).value", "x=L"),
    Case("c.scale_factor(x)", "x=L"),
    Case("c.absorption_distance(x)", "x=L"),
    Case("c.lookback_distance(x).value", "x=L"),
    Case("c.hubble_time.value*x", "x=L"),
    Case("c.angular_diameter_distance_z1z2(0.1*x, x).value", "x=L"),
    Case("c.angular_diameter_distance_z1z2(0, x[0]).value", "x=L"),
    Case("c.comoving_transverse_distance(x).value", "x=L"),
    Case("l.comoving_distance(x).value", "x=L"),
    Case("l.luminosity_distance(x).value", "x=L"),
    Case("l.comoving_volume(x).value", "x=L"),
    Case("l.lookback_time(x).value", "x=L"),
    Case("l.age(x).value", "x=L"),
    Case("T.comoving_distance(x).value", "x=L"),
    Case("T.efunc(x)", "x=L"),
    Case("T.Onu(x)", "x=L"),
    Case("T.nu_relative_density(x)", "x=L"),
    Case("T.lookback_time(x).value", "x=L"),
    Case("T.age(x).value", "x=L"),
    Case("P.luminosity_distance(x).value", "x=L"),
    Case("P.comoving_distance(x).value", "x=L"),
    Case("P.H(x).value", "x=L"),
    Case("P.distmod(x).value", "x=L"),
    Case("w.comoving_distance(x).value", "x=L"),
    Case("w0.luminosity_distance(x).value", "x=L"),
    Case("wp.comoving_distance(x).value", "x=L"),
    Case("c.comoving_distance(x[0]).value", "x=L"),
    Case("FlatLambdaCDM(70.0, 0.3*x[0]).efunc(1.0)", "x=L"),
    Case("FlatLambdaCDM(70.0*x[0], 0.3).comoving_distance(1.0).value", "x=L"),
    Case("FlatLambdaCDM(70.0, 0.3*x[0]).comoving_distance(1.0).value", "x=L"),
    Case("LambdaCDM(70.0, 0.3*x[0], 0.5).luminosity_distance(1.0).value", "x=L"),
    Case("bb(x*u.micron).value", "x=L", verdict="refused"),
    Case("bb(x*1e14*u.Hz).value", "x=L", verdict="refused"),
    Case("models.BlackBody(5000*x[0]*u.K)(1*u.micron).value", "x=L", verdict="refused"),
    Case("g(x*u.km).value", "x=L"),
    Case("g.evaluate(x*u.km, 1*u.Jy, 1*u.km, .5*u.km).value", "x=L"),
    Case("Angle(x, u.deg).radian", "x=L"),
    Case("Angle(x, u.deg).rad", "x=L"),
    Case("Angle(x*u.deg).degree", "x=L"),
    Case("np.sin(Angle(x, u.deg)).value", "x=L"),
    Case("Angle(x*u.hourangle).to_value(u.rad)", "x=L"),
]
