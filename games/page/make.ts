/** A new element with a class, for what a page writes over its picture. */
export function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  name = '',
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag)
  element.className = name
  return element
}

/** A player's colour in the page, from a hue of 0 to 359. */
export const colourOf = (hue: number): string => `hsl(${hue} 72% 62%)`
