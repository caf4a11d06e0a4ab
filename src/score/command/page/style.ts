/** The style of the page, in a light and a dark theme as the reader prefers. It has seven colours that stand out in both. */
export const STYLE: string = `
:root {
  color-scheme: light dark;
  --back: #ffffff; --panel: #f6f8fa; --text: #1b1f24; --soft: #57606a; --line: #d8dee4; --axis: #8a93a3;
  --shade-colour: #ef7a1a;
  --c0: #3d85f0; --c1: #ef7a1a; --c2: #1fa774; --c3: #a259e6; --c4: #e5484d; --c5: #12a5b8; --c6: #b8860b;
}
@media (prefers-color-scheme: dark) {
  :root { --back: #0d1117; --panel: #161b22; --text: #e6edf3; --soft: #9da7b3; --line: #2a313a; --axis: #6e7786 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 1180px; margin: 0 auto; padding: 28px 24px 60px }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 6px; letter-spacing: -0.01em }
h2 { font-size: 19px; margin: 44px 0 4px }
h3 { font-size: 15px; margin: 20px 0 6px; font-weight: 600 }
p { margin: 4px 0 12px; max-width: 78ch; color: var(--soft) }
p b { color: var(--text) }
code { font: 13px ui-monospace, monospace; overflow-wrap: anywhere }
[hidden] { display: none !important }
.c0 { --own: var(--c0) } .c1 { --own: var(--c1) } .c2 { --own: var(--c2) } .c3 { --own: var(--c3) }
.c4 { --own: var(--c4) } .c5 { --own: var(--c5) } .c6 { --own: var(--c6) }

.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px; margin: 20px 0 0 }
.tile { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px }
.tile b { display: block; font-size: 26px; line-height: 1.25; font-weight: 600; font-variant-numeric: tabular-nums }
.tile span { color: var(--soft); font-size: 13px; display: block; line-height: 1.35 }

.bar {
  position: sticky; top: 0; z-index: 2; background: var(--back); border-bottom: 1px solid var(--line);
  margin: 20px -24px 0; padding: 10px 24px; display: flex; flex-wrap: wrap; gap: 8px 18px; align-items: center
}
.bar label, .field { color: var(--soft); font-size: 13px; display: inline-flex; gap: 7px; align-items: center }
.chips { display: flex; flex-wrap: wrap; gap: 6px; width: 100% }
button, select { font: inherit; font-size: 13px; color: var(--text); background: var(--panel); border: 1px solid var(--line) }
button { padding: 3px 10px; cursor: pointer; border-radius: 6px }
select { padding: 3px 6px; border-radius: 6px; max-width: 210px }
button:focus-visible, select:focus-visible { outline: 2px solid var(--c0); outline-offset: 1px }
.chip { display: inline-flex; gap: 7px; align-items: center; border-radius: 99px; color: var(--soft) }
.chip i { width: 10px; height: 10px; border-radius: 50%; border: 1.5px solid var(--axis) }
.chip[aria-pressed=true] { color: var(--text); border-color: var(--own) }
.chip[aria-pressed=true] i { background: var(--own); border-color: var(--own) }

.two { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 28px }
.three { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px 24px }
.two > *, .three > * { min-width: 0 }
.chart { position: relative }
svg { display: block; font: 12px system-ui, sans-serif }
.mark { fill: var(--soft) } .mid { text-anchor: middle } .end { text-anchor: end }
.grid { stroke: var(--line); fill: none } .axis { stroke: var(--axis); fill: none }
.cost { stroke: var(--axis); fill: none; stroke-dasharray: 2 4; stroke-opacity: 0.6 }
.dot { fill: var(--own); stroke: var(--back); stroke-width: 1.5 } .dot.other { fill: var(--axis) }
.bound { fill: none; stroke: var(--text); stroke-width: 1.6 }
.name { fill: var(--text); font-size: 12px } .name.muted { fill: var(--soft); font-size: 11px }
.age { fill: var(--axis); fill-opacity: 0.2 }
.curve { fill: none; stroke: var(--own); stroke-width: 1.7; stroke-linejoin: round }
.lead { stroke: var(--axis); fill: none }
.most { stroke: var(--own); stroke-width: 1.4; stroke-dasharray: 3 3 }
.curve.dashed { stroke-dasharray: 6 4 }
.band { fill: var(--own); fill-opacity: 0.13 }
.cursor { stroke: var(--axis); fill: none }
.note {
  position: absolute; top: 16px; pointer-events: none; background: var(--panel); border: 1px solid var(--line);
  border-radius: 6px; padding: 6px 10px; font-size: 12px; line-height: 1.5; font-variant-numeric: tabular-nums
}
.note i { display: inline-block; width: 9px; height: 9px; border-radius: 2px; margin-right: 6px; background: var(--own, var(--axis)) }
.nothing { padding: 40px 0; text-align: center }

.wide { overflow-x: auto; margin: 8px 0 18px; border: 1px solid var(--line); border-radius: 8px }
table { border-collapse: separate; border-spacing: 0; font-size: 13px; font-variant-numeric: tabular-nums; min-width: 100% }
th, td { padding: 4px 10px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line) }
tbody tr:last-child > * { border-bottom: 0 }
th { font-weight: 500 }
thead th { color: var(--soft); background: var(--panel); vertical-align: bottom; white-space: normal; line-height: 1.3 }
.rows th:nth-child(2) { text-align: left }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--back); border-right: 1px solid var(--line) }
thead th:first-child { background: var(--panel) }
.word { text-align: left }
.heat td { background: color-mix(in srgb, var(--shade-colour) calc(var(--shade, 0%) * 0.38), transparent) }
.heat .best { font-weight: 700 }
.boundary > * { color: var(--soft) }
.rows button { border: 0; background: none; padding: 0; color: inherit; font: inherit }
tr.first > * { font-weight: 600 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 5px 18px; margin: 10px 0; font-size: 14px }
dt { font-weight: 600 } dd { margin: 0; color: var(--soft) }
footer { margin-top: 40px; color: var(--soft); font-size: 13px; border-top: 1px solid var(--line); padding-top: 14px }

@media (max-width: 720px) {
  main { padding: 20px 14px 40px }
  h1 { font-size: 23px }
  h2 { margin-top: 34px }
  .tiles { grid-template-columns: 1fr 1fr; gap: 8px }
  .tile { padding: 10px 12px } .tile b { font-size: 18px; white-space: nowrap } .tile span { font-size: 12px }
  .bar { margin: 16px -14px 0; padding: 8px 14px; gap: 8px 12px }
  .bar label { gap: 5px } .bar select { max-width: 120px }
  .chips { flex-wrap: nowrap; overflow-x: auto; padding-bottom: 4px; margin-right: -14px; padding-right: 14px }
  .chip { flex: none }
  .two, .three { grid-template-columns: minmax(0, 1fr) }
  th, td { padding: 4px 8px }
  th:first-child { white-space: normal; line-height: 1.25; min-width: 116px; max-width: 132px }
  dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: 8px }
}
`
