"""What to learn for a package that is not in the base: its distribution, and the version that the paste gives."""

from __future__ import annotations

import pytest

from app.domain.distributions import distribution_of, learn_target, version_in


@pytest.mark.parametrize(
    ("package", "distribution"),
    [
        ("sglang", "sglang"),
        ("sklearn", "scikit-learn"),
        ("PIL", "pillow"),
        ("yaml", "pyyaml"),
        ("google", None),  # several distributions share it
        ("$(reboot)", None),
        ("--pre", None),
        ("a b", None),
        ("", None),
    ],
)
def test_a_package_is_learned_by_the_name_it_is_installed_under(
    package: str, distribution: str | None
) -> None:
    """The distribution's name where it differs, and nothing that a shell might read otherwise."""
    assert distribution_of(package) == distribution


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("pip freeze\nsglang==0.5.19\ntorch==2.9.0", "0.5.19"),
        ("/x/sglang-0.5.19.dist-info/METADATA", "0.5.19"),
        ("/x/sglang-0.5.19-py3.10.egg/sglang/a.py", "0.5.19"),
        ("- `sglang` version: 0.5.19", "0.5.19"),
        ("Name: sglang\nVersion: 0.5.19", "0.5.19"),
        ("| sglang | 0.5.19 |", "0.5.19"),
        ("running SGLang v0.5.19rc1.", "0.5.19rc1"),
        ("sglang==0.5.19\nupgraded from sglang 0.5.1", "0.5.19"),
        ("sglang 0.5.18, sglang 0.5.19", None),
        ("sglang>=0.5", None),
        ("sglang-kernel==0.5.19, mysglang==0.4.1", None),
        ("sglang: 3 errors", None),
        ("nothing of the kind", None),
    ],
)
def test_a_version_is_read_from_the_paste(text: str, version: str | None) -> None:
    """A version that the text gives for this very package, and none where it gives two or speaks of another."""
    assert version_in(text, "sglang") == version


def test_a_version_that_the_caller_names_goes_before_the_text() -> None:
    """The caller's versions may go by the name of the package or of the distribution."""
    text = "scikit-learn==1.5.0"
    assert learn_target("sklearn", {}, text) == "scikit-learn==1.5.0"
    assert learn_target("sklearn", {"sklearn": "1.9.1"}, text) == "scikit-learn==1.9.1"
    assert learn_target("sklearn", {"scikit-learn": "1.9.1"}, text) == "scikit-learn==1.9.1"
    assert learn_target("sklearn", {"sklearn": "; reboot"}, "") == "scikit-learn"
    assert learn_target("a;b", {}, "") is None
