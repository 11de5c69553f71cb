"""The density of a grade of fuel at a temperature (rule 1): API MPMS 11.1, Table 54B, as the rules quote it."""

from decimal import Decimal, localcontext
from fractions import Fraction

from quantities import GALLON_IN_LITRES, POUND_IN_KILOGRAMS, rounded

# Pounds a gallon at 15 °C, and K0, K1, K2 of the group of its density.
GRADES = {
    "100LL": ("6.0", "346.4228", "0.4388", "0"),
    "Mogas": ("6.0", "346.4228", "0.4388", "0"),
    "Jet A": ("6.7", "594.5418", "0", "0"),
    "Jet B": ("6.5", "2680.3206", "0", "-0.00336312"),
}


def expansion(grade):
    """Alpha of the grade at 15 °C, to seven places."""
    pounds, *constants = (Fraction(x) for x in GRADES[grade])
    density = pounds * POUND_IN_KILOGRAMS / GALLON_IN_LITRES * 1000
    k0, k1, k2 = constants
    return rounded(k0 / density ** 2 + k1 / density + k2, 7)


def density(grade, temperature):
    """Pounds a gallon; a gallon's weight is rounded to 10^-14 kg."""
    warmer = min(max(Fraction(temperature), Fraction(-60)), Fraction(60)) - 15
    step = expansion(grade) * warmer
    x = -step * (1 + Fraction(8, 10) * step)
    with localcontext() as context:
        context.prec = 60
        factor = Fraction((Decimal(x.numerator) / Decimal(x.denominator)).exp())
    kilograms = rounded(Fraction(GRADES[grade][0]) * POUND_IN_KILOGRAMS * factor, 14)
    return kilograms / POUND_IN_KILOGRAMS
