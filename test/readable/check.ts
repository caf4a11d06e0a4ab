import type { Browser, CDPSession, Page } from 'playwright-core'
import type { Finding } from './finding.ts'
import type { Focus } from './page/focus.ts'
import { ROUNDING } from './page/sight.ts'

/** Hides the letters, but not their shadows. */
const NO_LETTERS = `*, *::placeholder { color: transparent !important; -webkit-text-fill-color: transparent !important; caret-color: transparent !important; }
  svg text { fill: transparent !important; }`
/** A game may paint anything beneath a text, so texts have to be readable on the darkest and on the brightest picture. */
const BLACK = 'canvas { background: #000 !important; filter: brightness(0) !important; }'
const WHITE =
  'canvas[data-picture] { background: #000 !important; filter: brightness(0) invert(1) !important; }'

/** Takes a picture of the window in which `css` holds. */
async function shoot(page: Page, css: string): Promise<string> {
  const style = await page.addStyleTag({ content: css })
  const png = await page.screenshot()
  await style.evaluate((element) => (element as Element).remove())
  return png.toString('base64')
}

/**
 * Checks the contrast of all texts in the element `root`, one window after the other if the page is longer. `desk` is any
 * page with the script, where pictures are compared.
 */
export async function checkContrast(page: Page, desk: Page, root: string): Promise<Finding[]> {
  const found: Finding[] = []
  const windows = await page.evaluate(
    'Math.ceil(document.documentElement.scrollHeight / innerHeight)',
  )
  for (let i = 0; i < (windows as number); i++) {
    await page.evaluate(`scrollTo(0, ${i} * innerHeight)`)
    found.push(...(await checkWindow(page, desk, root)))
  }
  await page.evaluate('scrollTo(0, 0)')
  return found
}

async function checkWindow(page: Page, desk: Page, root: string): Promise<Finding[]> {
  const hasCanvas = await page.evaluate(() => window.readable.markPictures())
  const inks = await page.evaluate((at) => window.readable.inksOf(at), root)
  const texts = await shoot(page, `* { caret-color: transparent !important; } ${BLACK}`)
  const backs = [await shoot(page, NO_LETTERS + BLACK)]
  if (hasCanvas) backs.push(await shoot(page, NO_LETTERS + WHITE))
  const seen = [inks, { texts, backs }] as const
  return desk.evaluate(([all, pictures]) => window.readable.checkContrast(all, pictures), seen)
}

/** Roles that visitors operate. */
const OPERATED = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'menuitem',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'DisclosureTriangle',
])

/** Checks that each control has a name, as the browser tells it to assistive software. */
export async function checkNames(cdp: CDPSession): Promise<Finding[]> {
  const { nodes } = await cdp.send('Accessibility.getFullAXTree')
  const found: Finding[] = []
  for (const { ignored, role, name, backendDOMNodeId } of nodes) {
    if (ignored || !OPERATED.has(role?.value) || (name?.value ?? '').trim() !== '') continue
    const { object } = await cdp.send('DOM.resolveNode', { backendNodeId: backendDOMNodeId! })
    const { result } = await cdp.send('Runtime.callFunctionOn', {
      objectId: object.objectId!,
      functionDeclaration: 'function () { return window.readable.nameOf(this) }',
    })
    found.push({
      what: 'no name',
      where: String(result.value),
      value: `a ${role?.value} without a name`,
    })
  }
  return found
}

/** Checks that Tab reaches each control, in an order that the eye can follow, and that each one then looks different. */
export async function checkFocus(page: Page): Promise<Finding[]> {
  const names = await page.evaluate(() => window.readable.prepareFocus())
  const missing = new Set(names.keys())
  const found: Finding[] = []
  let before: Focus | undefined
  for (let presses = 0; presses < names.length + 5 && missing.size > 0; presses++) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate(() => window.readable.readFocus())
    const { index, where, isMarked } = focus
    if (index < 0 && where === '') break
    if (!isMarked && missing.has(index))
      found.push({ what: 'focus not seen', where, value: 'looks the same with the focus' })
    if (before && missing.has(index) && isBackward(before, focus))
      found.push({ what: 'focus order', where, value: `comes after ${before.where}` })
    missing.delete(index)
    before = focus
  }
  for (const index of missing)
    found.push({ what: 'no focus', where: names[index]!, value: 'Tab does not reach it' })
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  return found
}

/** Whether the focus goes up in the same column, or to the left in the same row. */
function isBackward({ box: a }: Focus, { box: b }: Focus): boolean {
  const isAbove = b.bottom <= a.top + ROUNDING
  const isBelow = b.top >= a.bottom - ROUNDING
  const isRight = b.left >= a.right - ROUNDING
  const isLeft = b.right <= a.left + ROUNDING
  return isAbove ? !isRight : !isBelow && isLeft
}

/** An empty page in which pictures are compared. */
export async function openDesk(browser: Browser, script: string): Promise<Page> {
  const desk = await browser.newPage()
  await desk.evaluate(script)
  return desk
}
