#!/usr/bin/env python3
"""Random operations on decimals and what Python's decimal makes of them, a case a line.

    decimal-cases.py COUNT SEED

A line is `operation mode a b scale expected tie`: `expected` is a number or the case of DecimalError,
`tie` 1 if what was dropped was exactly half. Operations that round nothing ignore mode and scale.
The range (38 digits, 0 to 38 of them after the point) is ours; the arithmetic is Python's, at a
precision that loses nothing.
"""

import decimal
import random
import sys
from decimal import Decimal

MODES = {
    "towardZero": decimal.ROUND_DOWN,
    "awayFromZero": decimal.ROUND_UP,
    "floor": decimal.ROUND_FLOOR,
    "ceiling": decimal.ROUND_CEILING,
    "halfEven": decimal.ROUND_HALF_EVEN,
    "halfUp": decimal.ROUND_HALF_UP,
    "halfDown": decimal.ROUND_HALF_DOWN,
}
OPERATIONS = (
    ["add", "subtract", "multiply", "multiplyRounded", "divide", "divideExactly"]
    + ["quantize", "rescale", "compare"]
)
GREATEST = 10**38 - 1
# A quotient that was cut by ROUND_05UP can be rounded again as if it had never been cut.
EXACT = decimal.Context(
    prec=400, rounding=decimal.ROUND_05UP, Emin=-10**6, Emax=10**6,
    traps=[decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow])


class Refused(Exception):
    """An operation that ours must refuse, by the name of the error."""


def plain(coefficient, scale):
    """The text with exactly `scale` decimals; zero has no sign."""
    digits = str(abs(coefficient)).rjust(scale + 1, "0")
    sign = "-" if coefficient < 0 else ""
    return sign + (digits if scale == 0 else f"{digits[:-scale]}.{digits[-scale:]}")


def held(value, scale):
    """`value`, which has at most `scale` decimals, in our range."""
    coefficient = int(value.scaleb(scale, EXACT))
    if abs(coefficient) > GREATEST or not 0 <= scale <= 38:
        raise Refused("overflow")
    return plain(coefficient, scale)


def rounded(value, scale, mode):
    unit = Decimal(1).scaleb(-scale, EXACT)
    return value.quantize(unit, rounding=MODES[mode], context=EXACT)


def is_tie(value, scale):
    """Whether what lies beyond `scale` decimals is exactly half a unit."""
    part = abs(EXACT.subtract(value, rounded(value, scale, "towardZero")))
    return part == Decimal(5).scaleb(-scale - 1, EXACT)


def coefficient(rng):
    """Of any length; often short, often at an edge."""
    kind = rng.random()
    if kind < 0.40:
        value = rng.randrange(10 ** rng.randint(1, 18))
    elif kind < 0.75:
        value = rng.randrange(10 ** rng.randint(1, 38))
    elif kind < 0.85:
        value = 10 ** rng.randint(0, 38) - rng.randint(0, 1)
    elif kind < 0.93:
        value = 5 * 10 ** rng.randint(0, 37)
    else:
        edge = 2 ** rng.choice([31, 32, 53, 63, 64, 96, 126])
        value = edge + rng.randint(-2, 2)
    return min(value, GREATEST) * rng.choice([1, -1])


def operand(rng):
    scale = rng.choice([0, 2, 2, 3, 4, 8, rng.randint(0, 38), rng.randint(0, 38), 38])
    return coefficient(rng), scale


def tie(rng, operation, scale):
    """Two operands whose exact result lies halfway between two values of `scale` decimals, or so
    close to it that few digits show the difference."""
    half = 10 * rng.randrange(10 ** rng.randint(1, 17)) + 5
    half *= rng.choice([1, -1])
    if operation in ("quantize", "rescale"):
        extra = rng.randint(0, min(19, 37 - scale))
        return (half * 10**extra, scale + 1 + extra), (0, 0)
    if operation == "multiplyRounded" and rng.random() < 0.2:
        # Beside the half by what only the last of more than 38 dropped digits shows.
        more = rng.randint(1, max(1, 37 - scale))
        near = 5 * 10**37 + rng.choice([-1, 0, 1])
        return (near * rng.choice([1, -1]), 38), (10**more, more + scale)
    if operation == "multiplyRounded":
        factor = rng.choice([1, 2, 4, 5, 8, 10, 20, 25])
        first = rng.randint(max(0, scale - 34), min(38, scale + 4))
        return (half * factor, first), (1000 // factor, scale + 4 - first)
    # (2q + 1) x b against 2b: a quotient of q and a half.
    divisor = rng.randrange(1, 10 ** rng.randint(1, 17))
    odd = 2 * rng.randrange(10 ** rng.randint(1, 17)) + 1
    first = rng.randint(scale, 38)
    return (odd * divisor * rng.choice([1, -1]), first), (2 * divisor, first - scale)


def edge(rng, operation, scale):
    """Two operands whose exact result, in units of the last kept digit, is at the end of 38 digits
    or of 127 or 128 bits, or beside it by a fraction of a unit or a few units."""
    end = rng.choice([10**38, 10**38, 2**127, 2**128, 2**128])
    sign = rng.choice([1, -1])
    if operation in ("add", "subtract"):
        fine = rng.randint(0, 38)
        coarse = rng.randint(0, fine)
        one = rng.randrange(10 ** rng.randint(0, 38 - fine + coarse))
        other = end + rng.randint(-2, 2) - one * 10 ** (fine - coarse)
        other = min(other, GREATEST) * (1 if operation == "add" else -1)
        return (sign * one, coarse), (sign * other, fine)
    if operation == "multiplyRounded":
        dropped = rng.randint(1, 37)
        least = max(end * 10**dropped // GREATEST + 1, 10**dropped)
        two = rng.randint(least, min(2 * least, GREATEST))
        one = end * 10**dropped // two
        first = rng.randint(max(0, dropped + scale - 38), min(38, dropped + scale))
        return (sign * one, first), (two, dropped + scale - first)
    # one x 10^appended / two
    appended = rng.randint(38, min(40, 38 + scale))
    two = rng.randint(10**37, min(10**appended * GREATEST // end, GREATEST))
    one = min(end * two // 10**appended, GREATEST)
    first = rng.randint(0, scale - (appended - 38))
    return (sign * one, first), (two, appended - scale + first)


def evaluate(operation, mode, a, b, scale):
    """The expected text, and whether it was a tie. Raises Refused."""
    one, two = (Decimal(c).scaleb(-s, EXACT) for c, s in (a, b))
    if operation == "add":
        return held(EXACT.add(one, two), max(a[1], b[1])), False
    if operation == "subtract":
        return held(EXACT.subtract(one, two), max(a[1], b[1])), False
    if operation == "multiply":
        return held(EXACT.multiply(one, two), a[1] + b[1]), False
    if operation == "compare":
        return str(int(EXACT.compare(one, two))), False
    if operation in ("divide", "divideExactly") and two == 0:
        raise Refused("divisionByZero")
    value = {
        "multiplyRounded": lambda: EXACT.multiply(one, two),
        "divide": lambda: EXACT.divide(one, two),
        "divideExactly": lambda: EXACT.divide(one, two),
        "quantize": lambda: one,
        "rescale": lambda: one,
    }[operation]()
    if not 0 <= scale <= 38:
        raise Refused("overflow")
    exact = operation in ("rescale", "divideExactly")
    text = held(rounded(value, scale, "towardZero" if exact else mode), scale)
    if exact and rounded(value, scale, "towardZero") != value:
        raise Refused("inexact")
    return text, is_tie(value, scale)


def case(rng):
    operation = rng.choice(OPERATIONS)
    mode = rng.choice(list(MODES))
    scale = rng.choice([0, 2, 2, 3, rng.randint(0, 38), rng.randint(0, 38)])
    if rng.random() < 0.002:
        scale = rng.choice([-1, 39, 77, 2**63 - 1, -(2**63)])
    a, b = operand(rng), operand(rng)
    if 0 <= scale <= 37 and rng.random() < 0.25:
        if operation in ("quantize", "rescale", "multiplyRounded", "divide", "divideExactly"):
            # One place further on, the tie's digit is kept: what must be exact then often is.
            exact = operation in ("rescale", "divideExactly") and rng.random() < 0.7
            a, b = tie(rng, operation, max(scale - 1, 0) if exact else scale)
    if 0 <= scale <= 37 and rng.random() < 0.1:
        if operation in ("add", "subtract", "multiplyRounded", "divide", "divideExactly"):
            a, b = edge(rng, operation, scale)
    if operation == "compare" and rng.random() < 0.3:
        # The same value, or its neighbour, at another scale.
        more = rng.randint(0, 38 - a[1])
        near = a[0] * 10**more + rng.choice([0, 0, 1, -1])
        b = (near, a[1] + more) if abs(near) <= GREATEST else b
    if max(abs(a[0]), abs(b[0])) > GREATEST:
        return case(rng)
    try:
        expected, halfway = evaluate(operation, mode, a, b, scale)
    except Refused as refusal:
        expected, halfway = str(refusal), False
    return operation, mode, plain(*a), plain(*b), scale, expected, int(halfway)


def main():
    count, seed = int(sys.argv[1]), sys.argv[2]
    rng = random.Random(seed)
    for _ in range(count):
        print(*case(rng))


main()
