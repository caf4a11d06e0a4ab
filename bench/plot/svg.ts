import { HEIGHT, STYLE, WIDTH } from './theme.ts'

/** An SVG document with a title and these elements on it, one a line. */
export function svg(title: string, elements: readonly string[]): string {
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    element('title', {}, escapeText(title)),
    element('style', {}, STYLE),
    element('rect', { class: 'back', width: WIDTH, height: HEIGHT, rx: 6 }),
    element('text', { class: 'title', x: 20, y: 28 }, escapeText(title)),
    ...elements,
    '</svg>',
  ].join('\n')}\n`
}

/** `<name key="value" ...>inner</name>`. Values are not escaped: they are ours. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  inner = '',
): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return inner === '' ? `<${name}${list.join('')}/>` : `<${name}${list.join('')}>${inner}</${name}>`
}

/** A text as it stands in markup. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** With one decimal at most: a tenth of a pixel is less than anybody sees, and hides the last bits of sums. */
export function fixed(value: number): string {
  const text = value.toFixed(1)
  return text.endsWith('.0') ? text.slice(0, -2) : text
}

/** About how wide a text is drawn at 12 pixels. */
export function textWidth(text: string): number {
  return text.length * 6.9
}
