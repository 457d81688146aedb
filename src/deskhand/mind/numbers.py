"""Numbers as people write them: 1,284.50 and 1.284,50 and 1 284,5 €."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal, InvalidOperation

_NUMBER = re.compile(r"[-+\u2212(]?\s*[0-9](?:[0-9.,'\u2019\u00a0\u202f ]*[0-9])?")
_MOST_CHARACTERS = 64


def readings(text: str) -> frozenset[Decimal]:
    """Every value the one number in a text may stand for (`1,284` is 1284 or 1.284); none where it holds no number or
    several."""
    plain = unicodedata.normalize("NFKC", text).strip()
    found = list(_NUMBER.finditer(plain)) if len(plain) <= _MOST_CHARACTERS else []
    if len(found) != 1:
        return frozenset()
    body = re.sub(r"[\s'\u2019]", "", found[0][0])
    negative = body[0] in "-\u2212(" or plain.startswith("(")
    digits = body.lstrip("-+\u2212(")
    values = {value for value in (_value(form) for form in _forms(digits)) if value is not None}
    if "%" in plain:
        values |= {value / 100 for value in values}
    return frozenset(-value if negative else value for value in values)


def about(seen: str, wanted: str) -> bool:
    """True when the number seen, rounded as the wanted one is, is the wanted one, whatever the locale of either."""
    for want in readings(wanted):
        exponent = want.as_tuple().exponent
        unit = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
        if any(abs(value - want) * 2 <= unit for value in readings(seen)):
            return True
    return False


def is_more(text: str, other: str) -> bool:
    """True when both hold one number and the first is greater, whatever the locale of either."""
    left, right = readings(text), readings(other)
    return bool(left and right) and min(left) > max(right)


def _forms(digits: str) -> list[str]:
    """The number in plain notation, for each way its marks may be meant."""
    marks = [character for character in digits if character in ".,"]
    if not marks:
        return [digits]
    last = marks[-1]
    forms: list[str] = []
    whole, _, part = digits.rpartition(last)
    if last not in whole:
        forms.append(whole.replace(",", "").replace(".", "") + "." + part)
    if len(set(marks)) == 1 and all(len(group) == 3 for group in digits.split(last)[1:]) and digits.split(last)[0]:
        forms.append(digits.replace(last, ""))
    return forms


def _value(form: str) -> Decimal | None:
    try:
        return Decimal(form)
    except InvalidOperation:
        return None
