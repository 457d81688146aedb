"""The sentences nearest to one that was not understood."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from deskhand.mind.steps.lex import MARK, Sentence
from deskhand.mind.steps.templates import Template
from deskhand.mind.steps.vocabulary import Vocabulary, vocabulary

_SHOWN = {
    "text": '"…"',
    "words": "…",
    "name": "NAME",
    "secret": "NAME",
    "value": '"…"',
    "number": "N",
    "cell": "E202",
    "path": "PATH",
    "file": '"PATH"',
    "app": "APP",
    "window": '"TITLE"',
    "keys": "KEYS",
    "menu": '"File > Save"',
    "locator": "ELEMENT",
    "other": "ELEMENT",
    "condition": "…",
    "sentence": "…",
    "state": "STATE",
}


def nearest(word: str, known: Iterable[str], most: int) -> list[str]:
    """Known words like this one, nearest first."""
    from rapidfuzz import fuzz, process

    found = process.extract(word.lower(), list(known), scorer=fuzz.WRatio, limit=most, score_cutoff=50)
    return [str(choice) for choice, _, _ in found]


def shown(template: Template) -> str:
    """A template as a person would write the sentence: its first choices, optional words left out."""
    text = template.source
    while True:
        simpler = re.sub(r"\[[^\[\]()]*\]", "", text)
        simpler = re.sub(r"\(([^\[\]()|]*)(?:\|[^\[\]()]*)?\)", r"\1", simpler)
        if simpler == text:
            break
        text = simpler
    text = re.sub(r"\{(\w+)\}", lambda slot: _SHOWN.get(slot[1], "…") + (" " if not template.spaced else ""), text)
    text = " ".join(text.split())
    return text.replace(" ,", ",").replace(" :", ":").strip()


def nearest_forms(sentence: Sentence, languages: Iterable[Vocabulary], most: int = 5) -> list[str]:
    """Forms that look most like the sentence, as examples to write it after."""
    from rapidfuzz import fuzz

    said = re.sub(MARK, '"…"', sentence.skeleton).strip().lower()
    unspaced = any(ord(character) >= 0x2E80 and not re.match(MARK, character) for character in sentence.skeleton)
    scores: dict[str, float] = {}
    for language in languages:
        if language.spaced == unspaced:
            continue
        for example in _examples(language.code):
            # The verb comes first, and is what a mistyped sentence most likely got nearly right.
            verb = fuzz.ratio(_beginning(said, language), _beginning(example.lower(), language))
            scores[example] = 2 * verb + fuzz.ratio(said, example.lower())
    return sorted(scores, key=lambda example: (-scores[example], len(example)))[:most]


def _beginning(text: str, language: Vocabulary) -> str:
    return text.partition(" ")[0] if language.spaced else text[:2]


@cache
def _examples(code: str) -> tuple[str, ...]:
    """Every form of a language as a sentence; conditions behind the words that make one a check."""
    language = vocabulary(code)
    check = shown(next(form for form in language.sentences if form.does == "check").templates[0])
    sentences = [shown(template) for form in language.sentences if not form.refused for template in form.templates]
    conditions = [check.replace("…", shown(template)) for form in language.conditions for template in form.templates]
    return tuple(dict.fromkeys([*sentences, *conditions]))
