"""Markdown as values."""

from dreierlei import markdown
from dreierlei.markdown import Fence, Heading, Items, Paragraph, Table

PAGE = """# A *game*

First **line**
second `line`.

- one
- **two**

1. first

> **Ruling.** So it is.

| a | b |
|---|---|
| 1 | `2` |

```diagram
tictactoe
```
"""


def test_every_kind_of_block_is_read() -> None:
    assert markdown.read(PAGE) == [
        Heading(1, (("A ", "plain"), ("game", "plain"))),
        Paragraph(
            (
                ("First ", "plain"),
                ("line", "strong"),
                (" ", "plain"),
                ("second ", "plain"),
                ("line", "code"),
                (".", "plain"),
            )
        ),
        Items((("•", (("one", "plain"),)), ("•", (("two", "strong"),)))),
        Items((("1.", (("first", "plain"),)),)),
        Paragraph((("Ruling.", "strong"), (" So it is.", "plain")), quoted=True),
        Table(((("a", "plain"),), (("b", "plain"),)), (((("1", "plain"),), (("2", "code"),)),)),
        Fence("diagram", "tictactoe\n"),
    ]


def test_a_page_is_split_at_its_fences() -> None:
    parts = markdown.split(f"{PAGE}\nThe end.", "diagram")
    assert parts[1:] == [Fence("diagram", "tictactoe\n"), "The end."]
    assert parts[0] == PAGE.partition("\n\n```")[0]
    assert markdown.split(PAGE, "other") == [PAGE.strip()]
