/** Size of every plot, in pixels. */
export const WIDTH = 720
export const HEIGHT = 360

/** Colours that stand out from white and from black alike; `muted` is for what the others are compared with. */
export const COLOURS = {
  blue: '#3d85f0',
  orange: '#ef7a1a',
  green: '#1fa774',
  purple: '#a259e6',
  red: '#e5484d',
  teal: '#12a5b8',
  muted: '#8a93a3',
} as const

/** One style for both themes: the reader's own says which. */
export const STYLE: string = `
.back { fill: #ffffff }
.title { fill: #1b1f24; font: 600 15px system-ui, sans-serif }
.label { fill: #57606a; font: 12px system-ui, sans-serif }
.small { font-size: 11px }
.grid { stroke: #d8dee4; stroke-width: 1; fill: none }
.axis { stroke: #8a93a3; stroke-width: 1; fill: none }
.stretch { fill: #8a93a3; fill-opacity: 0.16 }
.line { fill: none; stroke-width: 1.8; stroke-linejoin: round }
.line.muted { stroke-width: 1.2; stroke-opacity: 0.75 }
.dots { fill: none; stroke-width: 6; stroke-linecap: round }
${Object.entries(COLOURS)
  .map(
    ([name, colour]) =>
      `.${name} { stroke: ${colour} } .bar.${name} { fill: ${colour}; stroke: none }`,
  )
  .join('\n')}
@media (prefers-color-scheme: dark) {
  .back { fill: #0d1117 }
  .title { fill: #e6edf3 }
  .label { fill: #9da7b3 }
  .grid { stroke: #2a313a }
}
`
