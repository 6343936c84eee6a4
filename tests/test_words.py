import json
from collections import Counter
from importlib import resources

from dreierlei import messages
from dreierlei.messages import LANGUAGES


def test_every_language_says_the_same_things() -> None:
    names = [set(messages.catalogue(language)) for language in LANGUAGES]
    assert names[0] == names[1] == names[2]


def test_no_message_is_in_two_files() -> None:
    folder = resources.files("dreierlei").joinpath("locale", "en")
    files = [file for file in folder.iterdir() if file.name.endswith(".json")]
    counts = Counter(name for file in files for name in json.loads(file.read_text("utf-8")))
    assert [name for name, count in counts.items() if count > 1] == []
