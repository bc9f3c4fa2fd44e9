"""Puts the rows of a ledger file into an empty store as captures, as fast as SQLite takes them.

Usage: fill-ledger.py LEDGER.csv STORE.sqlite. The store must have its tables.
"""
import csv
import sqlite3
import sys

ledger, store = sys.argv[1:]
connection = sqlite3.connect(store)
connection.execute("PRAGMA synchronous = OFF")


def rows():
    with open(ledger, newline="") as file:
        for number, row in enumerate(csv.DictReader(file), 1):
            minor = int(row["amount"].replace(".", ""))
            yield number, minor, row


with connection:
    connection.executemany(
        "INSERT INTO journals VALUES (?, 'capture', ?, ?, 'bench', ?, ?, ?, 0)",
        ((n, r["intent"], r["psp_reference"], int(r["at_ms"]), m, r["currency"]) for n, m, r in rows()),
    )
    connection.executemany(
        "INSERT INTO postings VALUES (?, ?, ?, ?, ?)",
        (
            (n, position, account, sign * m, r["currency"])
            for n, m, r in rows()
            for position, account, sign in ((0, "assets:psp-clearing", 1), (1, "revenue:sales", -1))
        ),
    )
