/** An element of the page that must be there. */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no element '${id}'`)
  return found
}
