import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keys } from './keys.ts'

class Key extends Event {
  readonly code: string
  readonly key: string
  readonly repeat: boolean
  readonly ctrlKey: boolean
  readonly metaKey = false
  readonly altKey = false
  constructor(
    type: 'keydown' | 'keyup',
    code: string,
    rest: { repeat?: boolean; ctrlKey?: boolean } = {},
  ) {
    super(type, { cancelable: true })
    this.code = code
    this.key = code.startsWith('Meta') ? 'Meta' : code
    this.repeat = rest.repeat ?? false
    this.ctrlKey = rest.ctrlKey ?? false
  }
}

class Page extends EventTarget {
  hidden = false
}

/** The part of a form field that `keys` uses. */
class Field {
  closest(): this {
    return this
  }
}

let page: Page
let session: {
  input: { left: boolean; right: boolean; jump: boolean; fire: boolean }
  releaseInput(): void
}
let releases: number

beforeEach(() => {
  page = new Page()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', page)
  releases = 0
  session = {
    input: { left: false, right: false, jump: false, fire: false },
    releaseInput: () => {
      releases++
    },
  }
})
afterEach(() => vi.unstubAllGlobals())

const down = (code: string, rest?: { repeat?: boolean; ctrlKey?: boolean }): Event => {
  const event = new Key('keydown', code, rest)
  window.dispatchEvent(event)
  return event
}
const up = (code: string): boolean => window.dispatchEvent(new Key('keyup', code))

test('a held key holds its input, and bound keys do not scroll the page', () => {
  keys(session)
  expect(down('ArrowLeft').defaultPrevented).toBe(true)
  expect(session.input.left).toBe(true)
  up('ArrowLeft')
  expect(session.input.left).toBe(false)
})

test('an input stays held until the last of its keys is lifted', () => {
  keys(session)
  down('Space')
  down('KeyW')
  up('Space')
  expect(session.input.jump).toBe(true)
  up('KeyW')
  expect(session.input.jump).toBe(false)
})

test('an input that a game does not have is neither written nor bound', () => {
  keys(session)
  expect(down('ArrowDown').defaultPrevented).toBe(false)
  expect(session.input).not.toHaveProperty('down')
})

test('a map adds inputs and replaces keys', () => {
  keys(session, { fire: ['KeyX'], left: ['KeyQ'] })
  down('KeyX')
  down('KeyQ')
  down('ArrowLeft')
  expect(session.input).toMatchObject({ fire: true, left: true })
  up('KeyQ')
  expect(session.input.left).toBe(false)
})

test('repeats of a held key do not set a consumed input again', () => {
  keys(session)
  down('Space')
  session.input.jump = false
  expect(down('Space', { repeat: true }).defaultPrevented).toBe(true)
  expect(session.input.jump).toBe(false)
})

test('keys together with Ctrl and keys typed into a form field are left alone', () => {
  keys(session)
  expect(down('KeyA', { ctrlKey: true }).defaultPrevented).toBe(false)
  const typed = new Key('keydown', 'KeyA')
  Object.defineProperty(typed, 'target', { value: new Field() })
  window.dispatchEvent(typed)
  expect(typed.defaultPrevented).toBe(false)
  expect(session.input.left).toBe(false)
})

test('losing focus releases everything, and a key lifted elsewhere does not stick', () => {
  keys(session)
  down('ArrowRight')
  window.dispatchEvent(new Event('blur'))
  expect(session.input.right).toBe(false)
  expect(releases).toBe(1)
  down('ArrowRight')
  expect(session.input.right).toBe(true)
})

test('a hidden page releases everything, a page that is shown again does not', () => {
  keys(session)
  down('ArrowRight')
  page.hidden = true
  page.dispatchEvent(new Event('visibilitychange'))
  expect(session.input.right).toBe(false)
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(releases).toBe(1)
})

test('lifting Meta releases the keys that macOS does not report', () => {
  keys(session)
  down('ArrowRight')
  up('MetaLeft')
  expect(session.input.right).toBe(false)
})

test('the undo releases everything and stops listening', () => {
  const undo = keys(session)
  down('ArrowRight')
  undo()
  expect(session.input.right).toBe(false)
  down('ArrowRight')
  expect(session.input.right).toBe(false)
})
