/// The style sheet of the page. The page's policy names it by its hash, so that no other style, and
/// nothing else, can come in; a test keeps the two together.
enum PageStyle {
  /// Base64 of the SHA-256 of `sheet`.
  static let digest = "q8aEeRXVwofstDom2YwS2nu9CGcaLDYLK79Gt/k+2rs="

  static let sheet = """
    :root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --line: #d5dae0;
      --paper: #ffffff; --band: #f4f6f8; --good: #0a6b2e; --goodback: #e9f6ed; --bad: #b3151d;
      --badback: #fdeeee; --wait: #7a5200; --waitback: #fdf5e0; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #a0a9b4;
      --line: #3a424c; --paper: #14181d; --band: #1d2329; --good: #6fd08f; --goodback: #15291c;
      --bad: #ff8f8a; --badback: #321a1b; --wait: #e8c069; --waitback: #2d2514; } }
    html { font-size: 16px; }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 78rem; color: var(--ink);
      background: var(--paper); font: 0.94rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto,
      "Noto Sans", "Liberation Sans", sans-serif; font-variant-numeric: tabular-nums; }
    h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; letter-spacing: -0.01em; }
    h2 { margin: 2.4rem 0 0.7rem; font-size: 1.15rem; }
    p { margin: 0.3rem 0; }
    .soft { color: var(--soft); }
    .small { font-size: 0.86rem; }
    .code { font-family: ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace;
      font-size: 0.8rem; overflow-wrap: anywhere; }
    .verdict { margin: 1.2rem 0; padding: 0.8rem 1rem; border: 1px solid; border-left-width: 6px;
      border-radius: 6px; font-weight: 600; }
    .good { color: var(--good); }
    .bad { color: var(--bad); }
    .verdict.good { background: var(--goodback); }
    .verdict.bad { background: var(--badback); }
    .verdict.wait { color: var(--wait); background: var(--waitback); }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.2rem; margin: 0; }
    dt { color: var(--soft); }
    dd { margin: 0; overflow-wrap: anywhere; }
    .boxes { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr));
      gap: 1rem; }
    .box { border: 1px solid var(--line); border-radius: 8px; padding: 0.9rem 1rem;
      break-inside: avoid; }
    .box h3 { margin: 0 0 0.5rem; font-size: 1.05rem; }
    table { width: 100%; border-collapse: collapse; }
    th, td { padding: 0.4rem 0.6rem; text-align: left; vertical-align: top;
      border-bottom: 1px solid var(--line); }
    thead th { color: var(--soft); font-size: 0.8rem; font-weight: 600; white-space: nowrap;
      background: var(--band); }
    .number { text-align: right; white-space: nowrap; }
    .nowrap { white-space: nowrap; }
    .box th, .box td { padding: 0.16rem 0; border: 0; font-weight: 400; }
    .box .sum th, .box .sum td { border-top: 1px solid var(--line); font-weight: 600;
      padding-bottom: 0.6rem; }
    .box .difference th, .box .difference td { border-top: 2px solid; border-bottom: 2px solid;
      padding: 0.35rem 0.3rem; font-weight: 700; }
    .box .difference.good { background: var(--goodback); }
    .box .difference.bad { background: var(--badback); }
    .box .space td { padding: 0.4rem 0; }
    .tag { display: inline-block; padding: 0.05rem 0.5rem; border: 1px solid; border-radius: 999px;
      font-size: 0.8rem; font-weight: 600; white-space: nowrap; }
    .tag.wait { color: var(--wait); background: var(--waitback); }
    .tag.bad { background: var(--badback); }
    .tag.good { background: var(--goodback); }
    .tag.plain { color: var(--soft); }
    .todo { display: block; margin-top: 0.2rem; }
    .age { display: block; }
    .verdict a { color: inherit; }
    .ref { display: block; }
    .ref .label { color: var(--soft); font-family: system-ui, sans-serif; }
    bdi { overflow-wrap: anywhere; }
    .lines td:nth-child(1) { width: 32%; }
    .lines td:nth-child(2) { width: 32%; }
    details { margin: 1rem 0; border: 1px solid var(--line); border-radius: 8px; }
    summary { padding: 0.7rem 1rem; cursor: pointer; font-weight: 600; }
    details > table, details > p { margin: 0; border-top: 1px solid var(--line); }
    details > p { padding: 0.7rem 1rem; }
    tr:target { outline: 2px solid var(--wait); }
    footer { margin-top: 3rem; color: var(--soft); font-size: 0.86rem; }
    @media screen and (max-width: 46rem) {
      body { padding: 1rem 0.8rem 3rem; }
      dl { grid-template-columns: 1fr; gap: 0; }
      dd { margin-bottom: 0.5rem; }
      .boxes { grid-template-columns: 1fr; }
      .stack thead { display: none; }
      .stack, .stack tbody, .stack tr, .stack td { display: block; width: auto; }
      .stack tr { padding: 0.7rem 0; border-bottom: 2px solid var(--line); }
      .stack td, .lines td:nth-child(n) { width: auto; padding: 0.15rem 0.6rem; border: 0; }
      .stack td.number { display: flex; justify-content: space-between; gap: 1rem; }
      .stack td[data-label]::before { content: attr(data-label); color: var(--soft);
        font-size: 0.8rem; margin-right: 0.6rem; }
      .stack td:empty { display: none; }
      .age { display: inline; }
    }
    @page { margin: 14mm; }
    @media print {
      :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --paper: #fff;
        --band: #f2f2f2; --good: #0a5c28; --goodback: #fff; --bad: #a00f17; --badback: #fff;
        --wait: #5c3e00; --waitback: #fff; }
      html { font-size: 9px; }
      body { max-width: none; padding: 0; }
      tr { break-inside: avoid; }
      thead { display: table-header-group; }
      h2 { break-after: avoid; }
      .boxes { grid-template-columns: repeat(3, 1fr); gap: 0.6rem; }
    }
    """
}
