"""Units and decimals. Inside the oracle everything is an exact fraction of pounds, inches and US gallons."""

import json
import re
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

COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*')
NINE_PLACES = Decimal("1e-9")


def parse(text):
    """JSON with // comments, its numbers as decimals."""
    return json.loads(COMMENT.sub(lambda m: m.group(1) or "", text), parse_float=Decimal, parse_int=Decimal)


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return parse(file.read())


def decimal(number):
    """A number of a file, read to nine places."""
    number = number if isinstance(number, Decimal) else Decimal(str(number))
    if number.as_tuple().exponent < -9:
        number = number.quantize(NINE_PLACES, ROUND_HALF_UP)
    return Fraction(number)


class Units:
    """The units that a file gives once, for its plain numbers; pounds, inches and gallons if it gives no others."""

    def __init__(self, data):
        given = data.get("units", {})
        self.weight, self.arm, self.volume = given.get("weight", "lb"), given.get("arm", "in"), given.get("volume", "gal")

    def quantity(self, entry, table):
        unit = {id(WEIGHT): self.weight, id(ARM): self.arm, id(VOLUME): self.volume, id(FLOW): self.volume + "/h",
                id(DENSITY): f"{self.weight}/{self.volume}", id(MOMENT): f"{self.weight}·{self.arm}"}[id(table)]
        if isinstance(entry, dict):
            unit, entry = entry.get("unit", unit), entry["value"]
        return decimal(entry) * table[unit]


def known(entry):
    return entry.get("known", True) if isinstance(entry, dict) else True


def rounded(value, places=6):
    """Half away from zero."""
    scale = 10 ** places
    whole, rest = divmod(abs(value.numerator) * scale, value.denominator)
    if 2 * rest >= value.denominator:
        whole += 1
    return Fraction(whole if value >= 0 else -whole, scale)
