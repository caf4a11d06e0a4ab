import { checkContrast } from './contrast.ts'
import { prepareFocus, readFocus } from './focus.ts'
import { inksOf, markPictures } from './inks.ts'
import { checkLayout } from './layout.ts'
import { nameOf } from './sight.ts'
import { goOn, stop } from './stillness.ts'

function found(selector: string): Element {
  const element = document.querySelector(selector)
  if (!element) throw new Error(`the page has no '${selector}'`)
  return element
}

/** What the check asks of a page. It is added to the page as one script. */
const readable = {
  checkContrast,
  checkLayout: (selector: string) => checkLayout(found(selector)),
  inksOf: (selector: string) => inksOf(found(selector)),
  nameOf,
  prepareFocus,
  readFocus,
  stop,
  goOn,
  markPictures,
}

declare global {
  interface Window {
    readable: typeof readable
  }
}

window.readable = readable
