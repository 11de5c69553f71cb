"""The moments that the other tests go on from, and `cuts.py`: makes them where they are not there."""


def test_the_moments_are_kept(proved, installed):
    assert (proved / "moment").exists() and (installed / "moment").exists()
