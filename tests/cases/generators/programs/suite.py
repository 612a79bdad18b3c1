import kiln
import pytest


@pytest.fixture
def bowl():
    return "bowl"


def test_fire(bowl):
    kiln.fire(bowl, 12)


def test_twice():
    kiln.fire_or_report("vase")


def test_weight():
    kiln.weigh(0)


def test_compared():
    assert sorted([3, 1]) == [3, 1]  # site: compared
