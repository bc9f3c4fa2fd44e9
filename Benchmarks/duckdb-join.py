"""The bare join in DuckDB: the ledger's rows against the settlement's, by reference and amount.

Usage: duckdb-join.py LEDGER.csv SETTLEMENT.csv. Prints seconds and the counts that both must agree on.
"""
import sys
import time

import duckdb

ledger, settlement = sys.argv[1:]
start = time.perf_counter()
counts = duckdb.execute(
    """
    WITH ledger AS (
      SELECT psp_reference, amount FROM read_csv(
        $ledger, header = true,
        columns = {'intent': 'VARCHAR', 'psp_reference': 'VARCHAR', 'amount': 'DECIMAL(18,2)',
                   'currency': 'VARCHAR', 'at_ms': 'BIGINT'})),
    settlement AS (
      SELECT "Psp Reference" AS psp_reference, "Gross Credit (GC)"::DECIMAL(18,2) AS amount
      FROM read_csv($settlement, header = true, all_varchar = true))
    SELECT count(*) FILTER (l.amount = s.amount),
           count(*) FILTER (l.amount <> s.amount),
           count(*) FILTER (s.psp_reference IS NULL),
           count(*) FILTER (l.psp_reference IS NULL)
    FROM ledger l FULL JOIN settlement s USING (psp_reference)
    """,
    {"ledger": ledger, "settlement": settlement},
).fetchone()
print(f"{time.perf_counter() - start:.3f}", *counts)
