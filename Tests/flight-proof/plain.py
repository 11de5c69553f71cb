"""A plain threshold to compare with: the rule that the specification proposes (section 1), from the pressure alone.

The slope of the altitude over the last four values and three minutes or more: climb from +0.5 m/s, descent from -0.5 m/s, cruise
within 0.15 m/s for five minutes at more than 450 m above the start, landing within 0.15 m/s for three minutes after a descent of
300 m or more, arrived ten minutes later."""


def metres(hectopascals):
    return 44_330.77 * (1 - (hectopascals / 1013.25) ** 0.190263)


def slope(points):
    count = len(points)
    t = sum(p[0] for p in points) / count
    h = sum(p[1] for p in points) / count
    return sum((p[0] - t) * (p[1] - h) for p in points) / max(1e-9, sum((p[0] - t) ** 2 for p in points))


def changes(series):
    """(t, phase, since) at every change."""
    points, found, phase = [], [(0, 'pre-flight', 0)], 'pre-flight'
    start = top = None
    level_since = landed_at = None
    for t, pressure, _ in series:
        if pressure is None:
            continue
        points.append((t, metres(pressure)))
        height = points[-1][1]
        start = height if start is None else start
        window = points[-4:]
        while len(window) < len(points) and window[-1][0] - window[0][0] < 180:
            window = points[-len(window) - 1:]
        if len(window) < 2 or window[-1][0] - window[0][0] < 180:
            continue
        rate = slope(window)
        level_since = (level_since if level_since is not None else t) if abs(rate) < 0.15 else None
        new = phase
        if rate >= 0.5:
            new = 'climb'
        elif rate <= -0.5:
            if phase != 'descent':
                top = height
            new = 'descent'
        elif level_since is not None:
            if phase == 'descent' and t - level_since >= 180 and top - height >= 300:
                new, landed_at = 'landing', t
            elif phase in ('climb', 'descent') and t - level_since >= 300 and height > start + 450:
                new = 'cruise'
        if phase == 'landing' and new == 'landing' and t - landed_at >= 600:
            new = 'arrived'
        if new != phase:
            phase = new
            found.append((t, phase, t))
    return found
