import { describe, expect, test } from 'vitest'
import { HORIZONS_MS, horizonOf, WAY, wayOf } from '../../base/horizons.ts'
import { defineGame } from '../../game/define-game.ts'
import { flag, hidden, int, number, own } from '../../game/field.ts'
import { Mover } from '../../game/mover.ts'
import { Entities } from './entities.ts'

const MOST = HORIZONS_MS.length - 1
const PLAYER = 1
const STEP = 256
const FLOOR = 300

/** A ball bounces. The others do what their fields say, and some of these fields are told to nobody. */
const game = defineGame({
  name: 'told moves',
  stepHz: 60,
  sendHz: 20,
  input: { right: flag() },
  entities: {
    ball: { y: number({ max: 400 }), vy: number({ min: -900, max: 900, curve: 'step' }) },
    moody: {
      y: number({ max: 400 }),
      vy: number({ min: -900, max: 900, curve: 'step' }),
      mood: hidden(int({ max: 8 })),
    },
    drifter: { x: number({ max: 8000 }), wind: hidden(number({ max: 4 })) },
    hopper: {
      y: number({ max: 400 }),
      vy: number({ min: -900, max: 900, curve: 'step' }),
      wait: own(int({ max: 9 })),
    },
    faulty: { x: number({ max: 8000 }), y: number({ max: 400 }) },
  },
  move: {
    ball(ball, _input, ctx) {
      bounce(ball, ctx.dtSeconds, 420)
    },
    moody(moody, _input, ctx) {
      // In a copy it is always 0.
      const { mood } = moody as { mood?: number }
      bounce(moody, ctx.dtSeconds, 250 + 80 * (mood ?? 0))
    },
    drifter(drifter) {
      drifter.x += (drifter as { wind?: number }).wind ?? 0
    },
    hopper(hopper, input, ctx) {
      if (hopper.y < FLOOR || hopper.vy !== 0) {
        bounce(hopper, ctx.dtSeconds, 0)
        hopper.wait = 9
      } else if (hopper.wait > 0) hopper.wait--
      else if (input.right) hopper.vy = -300
    },
    faulty(faulty) {
      if (!('id' in faulty)) throw new Error('only the server knows')
      faulty.x += 1
    },
  },
})

function bounce(body: { y: number; vy: number }, dtSeconds: number, speed: number): void {
  body.vy += 1200 * dtSeconds
  body.y += body.vy * dtSeconds
  if (body.y < FLOOR) return
  body.y = FLOOR
  body.vy = -speed
}

/** Returns how a player's entity is extrapolated after so many seconds. `before`: what happens before each step. */
function codeAfter(
  kind: 'ball' | 'moody' | 'drifter' | 'hopper' | 'faulty',
  {
    start = {},
    right = true,
    before = () => {},
    seconds = 40,
  }: {
    start?: object
    right?: boolean
    before?: (object: { [name: string]: unknown }, step: number, entities: Entities) => void
    seconds?: number
  } = {},
) {
  const entities = new Entities(game)
  const entity = entities.spawn(kind, PLAYER, start)
  const mover = new Mover(game)
  const times = { peers: new Map([[PLAYER, { stamp: 0 }]]), tick: 0 }
  const owner = entities.ownerOf(PLAYER)
  for (let step = 1; step <= seconds * 60; step++) {
    times.tick = step
    times.peers.get(PLAYER)!.stamp = step * STEP
    if (owner.input[0] !== +right) {
      owner.input[0] = +right
      entity.hasOtherInput()
    }
    before(entity.object, step, entities)
    mover.begin(PLAYER, step, step * STEP, false)
    mover.move(entity.kind, entity.kind.schema, entity.object, entity.id, { right })
    entities.note(times)
    if (step % 3 === 0) entities.gather(step / 3, times)
  }
  return { way: wayOf(entity.extrapolationCode), horizon: horizonOf(entity.extrapolationCode) }
}

describe('D6 how a player’s entity is extrapolated', () => {
  test('by `move`, as far as there is a horizon, where that says exactly what comes', () => {
    expect(codeAfter('ball')).toEqual({ way: WAY.move, horizon: MOST })
  })

  test('with fields that are not told at the values of the copy’s own steps', () => {
    expect(codeAfter('hopper')).toEqual({ way: WAY.move, horizon: MOST })
  })

  test('not by `move` where it depends on fields that nobody is told', () => {
    const mood = (object: { [name: string]: unknown }, step: number) => {
      if (step % 40 === 0) object['mood'] = (step * 7) % 9
    }
    const { horizon } = codeAfter('moody', { before: mood })
    expect(horizon).toBeLessThan(MOST)
    expect(codeAfter('drifter', { start: { wind: 2 } })).toEqual({ way: WAY.curve, horizon: MOST })
  })

  test('by its curve where the copy’s `move` throws', () => {
    expect(codeAfter('faulty')).toEqual({ way: WAY.curve, horizon: MOST })
  })

  test('not at all where standing still is closer than its curve and its `move`', () => {
    const trembling = (object: { [name: string]: unknown }, step: number) => {
      object['y'] = 100 + (step % 6 < 3 ? 1.5 : 0)
      object['vy'] = 300
    }
    expect(codeAfter('ball', { before: trembling })).toEqual({ way: WAY.rest, horizon: MOST })
  })

  test('a teleport says nothing about `move`', () => {
    const elsewhere = (object: { [name: string]: unknown }, step: number, entities: Entities) => {
      if (step % 20 !== 0) return
      object['y'] = 20 + ((step * 37) % 200)
      entities.teleport(object)
    }
    expect(codeAfter('ball', { before: elsewhere })).toEqual({ way: WAY.move, horizon: MOST })
  })

  test('a change by the server’s functions counts against `move`', () => {
    const pushed = (object: { [name: string]: unknown }, step: number) => {
      if (step % 12 === 0) object['vy'] = ((step * 37) % 800) - 400
    }
    expect(codeAfter('ball', { before: pushed }).horizon).toBeLessThan(MOST)
  })

  test('a new player is not extrapolated by `move`, because nothing has been measured yet', () => {
    expect(codeAfter('ball', { seconds: 0.15 }).way).toBe(WAY.curve)
  })
})

test('`move` is not measured for entities of the room, nor for those that no input moves', () => {
  const entities = new Entities(game)
  const own = entities.spawn('ball', 0, { vy: 100 })
  const mover = new Mover(game)
  for (let step = 1; step < 1200; step++) {
    mover.begin(0, 0, step * STEP, false)
    mover.move(own.kind, own.kind.schema, own.object, own.id, { right: false })
    entities.gather(step, { peers: new Map(), tick: step })
  }
  expect(wayOf(own.extrapolationCode)).not.toBe(WAY.move)
})

test('a player whose time is set back by 300 ms changes no measurement of the next player', () => {
  // There are more states between looks than are ever compared.
  const often = defineGame({ ...game.definition, sendHz: 30 })
  const codesOf = (backMs: number) => {
    const entities = new Entities(often)
    const [first, second] = [PLAYER, PLAYER + 1].map((player) =>
      entities.spawn('drifter', player, { wind: player }),
    )
    const mover = new Mover(often)
    const peers = new Map([first!, second!].map(({ owner }) => [owner, { stamp: 0 }]))
    const codes: number[] = []
    let back = 0
    for (let step = 1; step <= 1200; step++) {
      if (step % 240 === 0) back += Math.round((backMs * 60) / 1000)
      for (const { owner, kind, object, id } of [first!, second!]) {
        const stamp = (step - (owner === PLAYER ? back : 0)) * STEP
        peers.get(owner)!.stamp = stamp
        mover.begin(owner, step, stamp, false)
        mover.move(kind, kind.schema, object, id, { right: true })
      }
      const times = { peers, tick: step }
      entities.note(times)
      if (step % 2 === 0) entities.gather(step / 2, times)
      codes.push(second!.extrapolationCode)
    }
    return codes
  }
  const undisturbed = codesOf(0)
  expect(horizonOf(undisturbed.at(-1)!)).toBe(MOST)
  expect(codesOf(300)).toEqual(undisturbed)
})
