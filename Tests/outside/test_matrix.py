"""The short form of `make matrix`: four cells, until the second box sounds."""
import matrix
from world import is_possible


def test_the_second_box_sounds_within_fifteen_seconds_whatever_fails_at_the_bed():
    if not is_possible():
        return 'left out: it needs root and name spaces of the network'
    import concurrent.futures
    cells = [cell for cell in matrix.CELLS if cell[0] in matrix.SHORT]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        rows = list(pool.map(lambda cell: matrix.play(cell, True), cells))
    for name, sound, _, _ in rows:
        assert sound is not None and sound <= 15, f'{name}: {sound}'
    return ', '.join(f'{name} {sound:.1f} s' for name, sound, _, _ in rows)
