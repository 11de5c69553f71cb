"""CO2 and air pressure: the rule of docs/alarms.md, written from that text alone.

A `Pressures` goes through the messages of a timeline in their order and replaces the CO2 of each by the corrected one.
"""
SEA_LEVEL = 1013.25
LONGEST_AGE, BACK_FOR = 900.0, 30.0
FROZEN_TENTHS, FROZEN_WHOLE = 6 * 3600.0, 48 * 3600.0
# The law of each kind of sensor that the oracle can read: percent per kilopascal, 'gas', or None for a value that is left.
LAWS = {'aranet': 1.6, 'gadget': 'gas'}


def corrected(sent, hpa, law):
    if law == 'gas':
        return sent * SEA_LEVEL / hpa
    return sent / (1 - law / 100.0 * (SEA_LEVEL - hpa) / 10.0)


class Barometer:
    """The pressures of one sensor, as (when measured, hPa)."""

    def __init__(self):
        self.history = []

    def take(self, measured, hpa):
        if not self.history or measured >= self.history[-1][0]:
            self.history.append((measured, hpa))

    def usable(self, now, is_own):
        measured, hpa = self.history[-1]
        if not 500 <= hpa <= 1100 or now - measured > LONGEST_AGE:
            return False
        # The run of messages without a silence of more than 15 minutes that ends with the latest.
        begin = len(self.history) - 1
        while begin > 0 and self.history[begin][0] - self.history[begin - 1][0] <= LONGEST_AGE:
            begin -= 1
        if not is_own and begin > 0 and measured - self.history[begin][0] < BACK_FOR:
            return False
        same = len(self.history) - 1
        while same > begin and self.history[same - 1][1] == hpa:
            same -= 1
        return measured - self.history[same][0] < (FROZEN_WHOLE if hpa == round(hpa) else FROZEN_TENTHS)

    def hpa(self):
        return self.history[-1][1]


class Pressures:
    """The barometers of a box. Sensors are in the order in which they were received first."""

    def __init__(self):
        self.places, self.barometers = [], {}

    def correct(self, t, address, told):
        """Records the pressure of a message and corrects its CO2 in place."""
        if address not in self.places:
            self.places.append(address)
        if 'hpa' in told:
            self.barometers.setdefault(address, Barometer()).take(t - told.get('age', 0), told['hpa'])
        law = LAWS.get(told.get('kind'))
        if 'co2' not in told or law is None:
            return
        for other in [address] + [a for a in self.places if a != address]:
            barometer = self.barometers.get(other)
            if barometer and barometer.usable(t, other == address):
                told['co2'] = corrected(told['co2'], barometer.hpa(), law)
                return
