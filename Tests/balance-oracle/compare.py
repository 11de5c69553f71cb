"""Compares a sheet of the binary with that of the oracle; every difference is one line."""

from fractions import Fraction

from quantities import rounded

# Words that the oracle does not judge, in the details of stations, tanks and groups.
SILENT = {"name", "armBadge", "maxWeightBadge"}


class Comparison:
    def __init__(self):
        self.lines = []
        self.figures = 0

    def say(self, path, got, want):
        self.lines.append(f"{path}: the binary has {show(got)}, the oracle {show(want)}")

    def value(self, path, got, want, places=6, tie=Fraction(1, 10 ** 18)):
        """Numbers at six decimals; everything else must be equal. `tie` is how near a half the rounding may fall either way."""
        self.figures += 1
        if isinstance(want, bool) or not isinstance(want, (int, Fraction)):
            if got != want:
                self.say(path, got, want)
            return
        if isinstance(got, bool) or got is None or isinstance(got, str):
            self.say(path, got, rounded(Fraction(want), places))
            return
        want = Fraction(want)
        got = Fraction(got)
        if got not in (rounded(want, places), rounded(want - tie, places), rounded(want + tie, places)):
            self.say(path, got, rounded(want, places))

    def fields(self, path, got, want, skip=()):
        if not isinstance(got, dict):
            self.say(path, got, want)
            return
        for key, value in want.items():
            if key in skip:
                continue
            if key not in got and value is not None:
                self.say(f"{path}.{key}", "nothing", value)
            else:
                self.value(f"{path}.{key}", got.get(key), value, 2 if key == "percentMAC" else 6)

    def by(self, key, path, got, want):
        got = {entry[key]: entry for entry in got or []}
        if set(got) != {entry[key] for entry in want}:
            self.say(path, sorted(got), sorted(entry[key] for entry in want))
            return
        for entry in want:
            self.fields(f"{path}[{entry[key]}]", got[entry[key]], entry, SILENT)

    def sheet(self, got, want):
        for key in ("verdict", "verdictState", "usefulLoad", "weightMargin", "cgForwardMargin", "cgAftMargin", "isWithinWeightLimit", "isWithinCGEnvelope",
                    "isWithinAllStationLimits"):
            self.value(key, got.get(key), want[key])
        self.by("name", "phases", got.get("phases"), want["phases"])
        for key in ("stationDetails", "combinedDetails", "fuelDetails"):
            self.by("id", key, got.get(key), want[key])
        lines = [{**line, "key": f"{line.get('kind')} {line.get('id')}"} for line in got.get("worksheet") or []]
        self.by("key", "worksheet", lines, want["worksheet"])
        self.path(got.get("burnPath") or [], want["burnPath"])
        self.object("worst", got, want["worst"])
        self.object("room", got, want["room"])
        self.warnings(got.get("warnings") or [], want["warnings"])

    def object(self, key, got, want):
        if key not in got and want is not None:
            self.say(key, "nothing", want)
        elif want is None:
            self.value(key, got.get(key), None)
        else:
            self.fields(key, got.get(key), want)

    def path(self, got, want):
        """The corners, in order; a point between two corners must be on the straight between them."""
        index = 0
        for point in got:
            if index < len(want) and point["label"] == want[index]["label"]:
                self.fields(f"burnPath[{index}]", point, want[index])
                index += 1
            elif 0 < index < len(want) and point["label"] == "on the way to " + next_label(want, index):
                self.between(point, want[index - 1], want[index])
            else:
                self.say(f"burnPath[{index}]", point["label"], want[index]["label"] if index < len(want) else "nothing")
                return
        if index < len(want):
            self.say(f"burnPath[{index}]", "nothing", want[index]["label"])

    def between(self, point, start, end):
        weight, moment = Fraction(point["weight"]), Fraction(point["moment"])
        low, high = sorted((start["weight"], end["weight"]))
        small = Fraction(2, 10 ** 6)
        if not low - small <= weight <= high + small or low == high:
            self.say("burnPath", f"{point['label']} at {show(weight)}", f"a weight from {show(low)} to {show(high)}")
            return
        slope = (end["moment"] - start["moment"]) / (end["weight"] - start["weight"])
        want = start["moment"] + slope * (weight - start["weight"])
        if abs(moment - want) > small * (1 + abs(slope)):
            self.say(f"burnPath, {point['label']}", moment, rounded(want))

    def warnings(self, got, want):
        self.figures += len(want)
        mine = [(w["level"], w["code"], w["regulatoryRef"]) for w in want]
        theirs = [(w["level"], w["code"], w.get("regulatoryRef")) for w in got]
        if mine != theirs:
            for missing in remove(mine, theirs):
                self.say("warnings", "nothing", " ".join(str(x) for x in missing))
            for added in remove(theirs, mine):
                self.say("warnings", " ".join(str(x) for x in added), "nothing")
            if sorted(mine, key=str) == sorted(theirs, key=str):
                self.say("warnings, order", [w[1] for w in theirs], [w[1] for w in mine])
            return
        for ours, their in zip(want, got):
            if ours["about"] and ours["about"] not in their.get("message", "") + their.get("detail", ""):
                self.say("warnings", their.get("message"), f"a sentence about {ours['about']}")


def next_label(path, index):
    return path[index]["label"]


def remove(entries, others):
    rest = list(others)
    result = []
    for entry in entries:
        if entry in rest:
            rest.remove(entry)
        else:
            result.append(entry)
    return result


def show(value):
    if isinstance(value, Fraction):
        return f"{float(rounded(value)):.6f}".rstrip("0").rstrip(".")
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} {show(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(show(entry) for entry in value) + "]"
    if value is None or isinstance(value, (str, bool)):
        return str(value)
    return str(float(value))
