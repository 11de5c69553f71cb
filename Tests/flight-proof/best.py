"""The best that measurements allow: the true phase at each one, dated halfway back to the one before. What happens between
two measurements cannot be known, so this is what the shares of minutes are to be compared with."""


def changes(series, truth):
    """(t, phase, since) at every measurement of the pressure."""
    found = []
    before = 0
    for t, pressure, _ in series:
        minute = int(t // 60)
        if pressure is not None and 0 <= minute < len(truth):
            found.append((t, truth[minute].split('/')[0], (before + t) / 2))
            before = t
    return found
