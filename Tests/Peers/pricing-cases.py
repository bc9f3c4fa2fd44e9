#!/usr/bin/env python3
"""Random segments of an offer and what they cost, in exact fractions, a JSON object a line.

    pricing-cases.py COUNT SEED

The order of computation is that of merchant-config/README.md, "How a price comes about". An object
has `currency`, `segment`, and either `refusal`, the code of the fault that the segment must have,
or `variants`, one for each shipping method: `shipping` (its identifier or null), `lines` (label and
amount in the order of the sheet), `total`, `includedTax` (what the prices contain), and `shares`
(what each of several lines bears of the discounts on all, where tax is per line).
"""

import json
import math
import random
import sys
from fractions import Fraction

DIGITS = {"USD": 2, "JPY": 0, "KWD": 3}
MODES = ["towardZero", "awayFromZero", "floor", "ceiling", "halfEven", "halfUp", "halfDown"]
GREATEST_TOTAL = 9007199254740991


class Refused(Exception):
    """A segment that has no price, by the code of its fault."""


def rounded(value, mode):
    """A whole number for a fraction that is not negative, so that floor is toward zero."""
    below = math.floor(value)
    rest = value - below
    half = Fraction(1, 2)
    up = {
        "towardZero": False,
        "floor": False,
        "awayFromZero": rest > 0,
        "ceiling": rest > 0,
        "halfUp": rest >= half,
        "halfDown": rest > half,
        "halfEven": rest > half or (rest == half and below % 2 == 1),
    }[mode]
    return below + (1 if up else 0)


def minor(text, digits):
    """Minor units, maybe broken ones, of an amount's text."""
    return Fraction(text) * 10**digits


def text(units, digits):
    """The amount at the currency's digits."""
    number = str(abs(units)).rjust(digits + 1, "0")
    sign = "-" if units < 0 else ""
    return sign + (f"{number[:-digits]}.{number[-digits:]}" if digits else number)


def taken(discount, price, digits):
    """The positive number of units that a discount takes off a price."""
    if "amount" in discount:
        units = int(minor(discount["amount"], digits))
    else:
        units = rounded(price * Fraction(discount["percent"]) / 100, discount["rounding"])
    if units > price:
        raise Refused("discount_exceeds_price")
    return units


def largest_remainder(units, weights):
    """Parts in proportion to the weights that sum to `units`."""
    whole = sum(weights)
    if units == 0:
        return [0 for _ in weights]
    exact = [Fraction(units * weight, whole) for weight in weights]
    parts = [math.floor(part) for part in exact]
    order = sorted(range(len(parts)), key=lambda index: (parts[index] - exact[index], index))
    for index in order[: units - sum(parts)]:
        parts[index] += 1
    return parts


def tax_on(tax, base):
    rate = Fraction(tax["rate"])
    share = rate / (100 + rate) if tax["inclusive"] else rate / 100
    return rounded(base * share, tax["rounding"])


def price(segment, digits):
    """The variants of a segment. Raises Refused."""
    for line in segment["lines"]:
        # Checked before anything is computed.
        if "rounding" not in line and minor(line["unitPrice"], digits).denominator != 1:
            raise Refused("too_many_decimals")
    products, reductions, nets = [], [], []
    for line in segment["lines"]:
        exact = minor(line["unitPrice"], digits) * line.get("quantity", 1)
        if "rounding" in line:
            gross = rounded(exact, line["rounding"])
        else:
            gross = int(exact)
        products.append((line["label"], gross))
        nets.append(gross)
        if "discount" in line:
            off = taken(line["discount"], gross, digits)
            reductions.append((line["discount"]["label"], -off))
            nets[-1] -= off
    left = sum(nets)
    tax = segment.get("tax")
    per_line = tax is not None and tax["per"] == "line"
    shares = [0 for _ in nets]
    for discount in segment.get("discounts", []):
        off = taken(discount, left, digits)
        reductions.append((discount["label"], -off))
        left -= off
        if per_line:
            parts = largest_remainder(off, nets)
            nets = [net - part for net, part in zip(nets, parts)]
            shares = [share - part for share, part in zip(shares, parts)]
    variants = []
    for method in segment.get("shippingMethods") or [None]:
        shipping = int(minor(method["amount"], digits)) if method else 0
        lines = products + reductions
        taxed = method is not None and tax is not None and tax.get("onShipping", False)
        amount = 0
        if per_line:
            amount = sum(tax_on(tax, base) for base in nets + ([shipping] if taxed else []))
        elif tax:
            amount = tax_on(tax, left + (shipping if taxed else 0))
        inclusive = tax is not None and tax["inclusive"]
        if tax and not inclusive:
            lines = lines + [(tax["label"], amount)]
        if method:
            lines = lines + [(method["label"], shipping)]
        total = left + shipping + (0 if inclusive else amount)
        if not 0 < total <= GREATEST_TOTAL:
            raise Refused("out_of_range")
        variants.append({
            "shipping": method["identifier"] if method else None,
            "lines": [[label, text(units, digits)] for label, units in lines],
            "total": text(total, digits),
            "includedTax": text(amount if inclusive else 0, digits),
            "shares": {} if len(nets) == 1 else {
                label: text(share, digits) for (label, _), share in zip(products, shares)
            },
        })
    return variants


class Generator:
    """Random segments of one currency."""

    def __init__(self, rng, digits):
        self.rng, self.digits = rng, digits

    def amount(self, most):
        return text(self.rng.randint(0, self.rng.choice([9, most // 10, most])), self.digits)

    def mode(self):
        return self.rng.choice(MODES)

    def rate(self, most):
        decimals = self.rng.randint(0, 6)
        plain = [0, 5, 10, 12.5, 50] + ([100] if most >= 100 else [])
        if self.rng.random() < 0.3:
            return str(self.rng.choice(plain))
        return text(self.rng.randint(0, most * 10**decimals), decimals)

    def discount(self, label):
        if self.rng.random() < 0.4:
            return {"label": label, "amount": self.amount(3000)}
        return {"label": label, "percent": self.rate(60), "rounding": self.mode()}

    def line(self, index, most):
        line = {"label": f"Line {index}", "unitPrice": self.amount(most)}
        if self.rng.random() < 0.8:
            line["quantity"] = self.rng.randint(1, 20)
        if self.rng.random() < 0.35:
            finer = self.rng.randint(self.digits, 6)
            units = self.rng.randint(0, most * 10 ** (finer - self.digits))
            line["unitPrice"] = text(units, finer)
            if self.rng.random() < 0.95:
                line["rounding"] = self.mode()
        if self.rng.random() < 0.3:
            line["discount"] = self.discount(f"Discount on line {index}")
        return line

    def tax(self):
        tax = {
            "label": "Tax", "rate": self.rate(40), "inclusive": self.rng.random() < 0.5,
            "rounding": self.mode(), "per": self.rng.choice(["line", "total"]),
        }
        if self.rng.random() < 0.7:
            tax["onShipping"] = self.rng.random() < 0.6
        return tax

    def segment(self):
        most = self.rng.choice([100, 100_000, 100_000, GREATEST_TOTAL // 40])
        segment = {"lines": [self.line(n, most) for n in range(self.rng.randint(1, 6))]}
        if self.rng.random() < 0.6:
            count = self.rng.randint(0, 3)
            segment["discounts"] = [self.discount(f"Discount {n}") for n in range(count)]
        if self.rng.random() < 0.75:
            segment["tax"] = self.tax()
        if self.rng.random() < 0.5:
            segment["shippingMethods"] = [
                {"identifier": f"method-{n}", "label": f"Method {n}", "detail": "soon",
                 "amount": self.amount(1000)}
                for n in range(self.rng.randint(0, 3))
            ]
        return segment


def main():
    count, seed = int(sys.argv[1]), sys.argv[2]
    rng = random.Random(seed)
    for _ in range(count):
        currency = rng.choice(list(DIGITS))
        segment = Generator(rng, DIGITS[currency]).segment()
        case = {"currency": currency, "segment": segment}
        try:
            case["variants"] = price(segment, DIGITS[currency])
        except Refused as refusal:
            case["refusal"] = str(refusal)
        print(json.dumps(case))


main()
