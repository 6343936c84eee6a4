import pytest

from dreierlei.extras import MissingExtra, require


def test_a_missing_package_is_named_with_its_extra() -> None:
    with pytest.raises(MissingExtra, match=r"^This needs no_such_package: install dreierlei\[print\]\.$"):
        require("print", "no_such_package", "json")


def test_what_is_there_is_not_missed() -> None:
    require("print", "json", "re")
