"""Units and decimals. Inside the oracle everything is an exact fraction of pounds, inches and US gallons."""

import json
from decimal import Decimal, ROUND_HALF_UP
from fractions import Fraction

POUND_IN_KILOGRAMS = Fraction("0.45359237")
INCH_IN_MILLIMETRES = Fraction("25.4")
GALLON_IN_LITRES = Fraction("3.785411784")

WEIGHT = {"lb": Fraction(1), "kg": 1 / POUND_IN_KILOGRAMS}
ARM = {"in": Fraction(1), "ft": Fraction(12), "mm": 1 / INCH_IN_MILLIMETRES,
       "cm": 10 / INCH_IN_MILLIMETRES, "m": 1000 / INCH_IN_MILLIMETRES}
VOLUME = {"gal": Fraction(1), "imp gal": Fraction("4.54609") / GALLON_IN_LITRES, "l": 1 / GALLON_IN_LITRES}
DENSITY = {f"{w}/{v}": WEIGHT[w] / VOLUME[v] for w in WEIGHT for v in VOLUME}
MOMENT = {f"{w}·{a}": WEIGHT[w] * ARM[a] for w in WEIGHT for a in ARM}
FLOW = {f"{v}/h": VOLUME[v] for v in VOLUME}

NINE_PLACES = Decimal("1e-9")


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_float=Decimal, parse_int=Decimal)


def decimal(number):
    """A number of a file, read to nine places."""
    number = number if isinstance(number, Decimal) else Decimal(str(number))
    if number.as_tuple().exponent < -9:
        number = number.quantize(NINE_PLACES, ROUND_HALF_UP)
    return Fraction(number)


def quantity(entry, units):
    return decimal(entry["value"]) * units[entry["unit"]]


def known(entry):
    return entry.get("known", True)


def rounded(value, places=6):
    """Half away from zero."""
    scale = 10 ** places
    whole, rest = divmod(abs(value.numerator) * scale, value.denominator)
    if 2 * rest >= value.denominator:
        whole += 1
    return Fraction(whole if value >= 0 else -whole, scale)
