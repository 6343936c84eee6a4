"""The rules pages: complete, the same in every language, and their diagrams are real."""

from __future__ import annotations

import re

import pytest

import dreierlei
from dreierlei import locales, messages, rulebook
from dreierlei.messages import LANGUAGES, Language

RULING = {"de": "> **Festlegung.**", "en": "> **Ruling.**", "lb": "> **Festleeung.**"}

each_page = pytest.mark.parametrize(
    ("game", "language"), [(game.id, language) for game in dreierlei.games() for language in LANGUAGES]
)


def diagrams(game: str, language: Language) -> list[rulebook.Diagram]:
    return [block for block in rulebook.page(game, language) if isinstance(block, rulebook.Diagram)]


@each_page
def test_page_begins_with_the_name_of_the_game(game: str, language: Language) -> None:
    title = rulebook.rules_page(game, language).splitlines()[0]
    assert title == f"# {dreierlei.game(game).names[language]}"


@each_page
def test_the_brief_rules_are_brief(game: str, language: Language) -> None:
    sentences, english = (rulebook.brief(game, spoken).splitlines() for spoken in (language, "en"))
    assert 1 <= len(sentences) == len(english) <= 9
    assert len(" ".join(sentences)) < len(rulebook.rules_page(game, language)) / 3


@each_page
def test_every_option_and_value_is_explained(game: str, language: Language) -> None:
    page = rulebook.rules_page(game, language)
    for option in dreierlei.game(game).options:
        assert f"`{option.name}" in page
        if len(option.choices) <= 3:
            assert all(value in page for value in option.choices)


@each_page
def test_diagrams_mark_targets_and_have_captions(game: str, language: Language) -> None:
    assert len(diagrams(game, language)) >= 3
    for diagram in diagrams(game, language):
        targets = {target.text for target in diagram.position.variant.tables.targets}
        assert set(diagram.marks) <= targets
        assert diagram.caption.endswith(".")


@each_page
def test_languages_agree(game: str, language: Language) -> None:
    english = [(diagram.position, diagram.marks) for diagram in diagrams(game, "en")]
    assert [(diagram.position, diagram.marks) for diagram in diagrams(game, language)] == english
    pages = {spoken: rulebook.rules_page(game, spoken) for spoken in (language, "en")}
    assert pages[language].count(RULING[language]) == pages["en"].count(RULING["en"]) >= 1
    assert len(re.findall(r"^#+ ", pages[language], re.M)) == len(re.findall(r"^#+ ", pages["en"], re.M))


@each_page
def test_as_text(game: str, language: Language) -> None:
    text = rulebook.as_text(game, language, colour=False)
    assert "\033" not in text
    assert "```" not in text
    assert "**" not in text
    assert all(diagram.caption.split()[0] in text for diagram in diagrams(game, language))


def test_messages_are_the_same_in_every_language() -> None:
    english = messages.catalogue("en")
    for language in LANGUAGES:
        spoken = messages.catalogue(language)
        assert list(spoken) == list(english)
        for name, text in spoken.items():
            values, wanted = (set(re.findall(r"{(\w+)}", each)) for each in (text, english[name]))
            # A translation of one of the server's sentences may do without its values.
            assert values <= wanted if name.startswith("server.") else values == wanted, name


def test_language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    assert locales.language() == "en"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert locales.language() == "en"
    monkeypatch.setenv("LANG", "lb_LU.UTF-8")
    assert locales.language() == "lb"
    monkeypatch.setenv("LANGUAGE", "fr:de")
    assert locales.language() == "de"
    with pytest.raises(dreierlei.DreierleiError, match="expected one of de, en, lb"):
        locales.language("fr")
