"""Nanoseconds that Python's decimal (its C implementation, default context) takes for parse, add,
multiply and divide, one line each: the operands are the lines of the file that is named.

What the loop itself costs, fetching the operands included, is measured with an empty body and taken
off, so that only the operation counts. Processor time, the median of 31 rounds.
"""

import statistics
import sys
import time
from decimal import Decimal

texts = [line.split() for line in open(sys.argv[1], encoding="ascii")]
pairs = [(Decimal(amount), Decimal(rate)) for amount, rate in texts]


def empty():
    for left, right in pairs:
        pass


def parse():
    for left, right in texts:
        Decimal(left)


def add():
    for left, right in pairs:
        left + right


def multiply():
    for left, right in pairs:
        left * right


def divide():
    for left, right in pairs:
        left / right


def once(step):
    start = time.thread_time_ns()
    for _ in range(10):
        step()
    return (time.thread_time_ns() - start) / (10 * len(pairs))


steps = [empty, parse, add, multiply, divide]
for step in steps:
    once(step)
rounds = [[once(step) for step in steps] for _ in range(31)]
for index in range(1, len(steps)):
    print(statistics.median(times[index] - times[0] for times in rounds))
