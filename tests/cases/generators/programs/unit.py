import unittest

import kiln


class TestKiln(unittest.TestCase):
    def test_fire(self):
        kiln.fire("bowl", 12)

    def test_sub(self):
        for name in ("raku", "ash"):
            with self.subTest(name=name):
                kiln.glaze(name)


if __name__ == "__main__":
    unittest.main()
