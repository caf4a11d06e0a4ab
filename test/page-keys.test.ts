import { describe, expect, test } from 'vitest'
import { isFree, KeyBindings, type KeyStore, keyName } from '../games/page/key-bindings.ts'
import { ACTIONS as PLATFORMER } from '../games/platformer/input/actions.ts'
import { ACTIONS as SHEPHERD } from '../games/shepherd/input/actions.ts'

/** A store that keeps its text in memory. */
function storeOf(text = ''): KeyStore & { text: string } {
  const store = {
    text,
    load: () => store.text,
    save: (saved: string) => {
      store.text = saved
    },
  }
  return store
}

describe('the keys of a game', () => {
  test('are those of the game at first', () => {
    const keys = new KeyBindings(PLATFORMER)
    expect(keys.codesOf('jump')).toEqual(['Space', 'ArrowUp', 'KeyW'])
    expect(keys.codesOf('throw')).toEqual(['KeyF', 'KeyX'])
    expect(keys.codesOf('fly')).toEqual([])
    expect(keys.isChanged).toBe(false)
  })

  test('are chosen one by one, kept, and given back', () => {
    const store = storeOf()
    const keys = new KeyBindings(PLATFORMER, store)
    let changes = 0
    const undo = keys.onChange(() => changes++)
    expect(keys.choose('jump', 'KeyJ')).toEqual([])
    expect(keys.map()).toMatchObject({ jump: ['KeyJ'], left: ['ArrowLeft', 'KeyA'] })
    expect(new KeyBindings(PLATFORMER, store).codesOf('jump')).toEqual(['KeyJ'])
    undo()
    keys.reset()
    expect(changes).toBe(1)
    expect(store.text).toBe('')
    expect(keys.codesOf('jump')).toEqual(['Space', 'ArrowUp', 'KeyW'])
  })

  test('are taken from another action, which keeps its other key', () => {
    const keys = new KeyBindings(PLATFORMER)
    expect(keys.choose('jump', 'KeyF')).toEqual(['Throw a snowball'])
    expect(keys.map()).toMatchObject({ jump: ['KeyF'], throw: ['KeyX'] })
  })

  test('change places with those of an action that has no other', () => {
    const keys = new KeyBindings(SHEPHERD)
    expect(keys.choose('heel', 'Space')).toEqual(['Bark'])
    expect(keys.map()).toMatchObject({ heel: ['Space'], bark: ['KeyE'] })
  })

  test('leave no action without a key, whatever is chosen', () => {
    const codes = [...new Set(SHEPHERD.flatMap((action) => action.codes)), 'KeyZ']
    const keys = new KeyBindings(SHEPHERD)
    for (let i = 0; i < 500; i++) {
      const { name } = SHEPHERD[(i * 5) % SHEPHERD.length]!
      keys.choose(name, codes[(i * 7 + (i >> 3)) % codes.length]!)
      const held = SHEPHERD.flatMap((action) => keys.codesOf(action.name))
      expect(new Set(held).size).toBe(held.length)
      for (const action of SHEPHERD) expect(keys.codesOf(action.name).length).toBeGreaterThan(0)
    }
  })

  test.each(['{', '3', '{"jump":"KeyJ"}', '{"jump":[]}', '{"jump":["Tab"]}', '{"fly":["KeyJ"]}'])(
    'are those of the game where %s was kept',
    (text) => {
      expect(new KeyBindings(PLATFORMER, storeOf(text)).isChanged).toBe(false)
    },
  )
})

test.each(['Tab', 'Escape', 'Enter', 'KeyM', 'F5', 'ShiftLeft', 'MetaRight', ''])(
  'the key %j is not free',
  (code) => {
    expect(isFree(code)).toBe(false)
  },
)

test.each([...PLATFORMER, ...SHEPHERD].flatMap(({ codes }) => codes))(
  'a game uses only free keys, such as %s, and can name them',
  (code) => {
    expect(isFree(code)).toBe(true)
    expect(keyName(code)).toMatch(/^(.|space)$/u)
  },
)

test('other keys have names too', () => {
  expect(['Numpad4', 'Digit7', 'Comma', 'PageUp'].map(keyName)).toEqual([
    'num 4',
    '7',
    ',',
    'PageUp',
  ])
})
