import {
  angle,
  bits,
  defineGame,
  flag,
  GlissadeError,
  gameEvents,
  hidden,
  int,
  list,
  number,
  oneOf,
  own,
  quat,
  ref,
  text,
  told,
  vec2,
  vec3,
} from 'glissade'
import { defineRoom, type EntityOf, type WorldOf } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'

const words = ['walk', 'run'] as const
const fields = {
  x: number({ max: 900 }),
  secret: own(number()),
  score: told(int({ max: 99 })),
  count: int({ max: 99 }),
  turn: angle(),
  on: flag(),
  mode: oneOf(...words),
  mask: bits(4),
  name: text(12),
  target: ref(),
  at: vec2(),
  place: vec3(),
  facing: quat(),
  hand: list(int({ max: 51 }), 5),
  modes: list(oneOf(...words), 5),
  points: list(vec2(), 3),
  note: hidden(int()),
}
const { note: _, ...shared } = fields
const game = defineGame({
  name: 'misuse',
  stepHz: 30,
  sendHz: 30,
  input: { go: flag(), mode: oneOf(...words), x: number(), turn: angle(), mask: bits(4) },
  profile: { x: number(), turn: angle(), mask: bits(4) },
  room: shared,
  entities: { dot: fields, pawn: fields },
  events: gameEvents({ hit: shared }),
  move: { pawn: (pawn, input) => void wrongMove?.(pawn as never, input) },
})
type Dot = EntityOf<typeof game, 'dot'>
let wrongMove: ((pawn: Record<string, unknown>, input: object) => void) | null = null

/** A value for each wrong type, and some that hardly anybody expects. */
const WRONG: readonly unknown[] = [
  null,
  undefined,
  5n,
  Symbol('s'),
  'nope',
  true,
  3,
  {},
  [],
  [1],
  ['walk'],
  [[]],
  { x: 1 },
  { x: 5n, y: 1, z: 1, w: 1 },
  { x: null, y: null },
  () => 1,
  new Date(0),
  Object.create(null),
  Promise.resolve(1),
  {
    valueOf: () => {
      throw new Error('valueOf')
    },
    toString: () => {
      throw new Error('toString')
    },
  },
]
const NAMES = Object.keys(shared)
const cases = NAMES.flatMap((name) => WRONG.map((value, n) => [name, n, value] as const))

function play(update?: (world: WorldOf<typeof game>) => void) {
  const errors: unknown[] = []
  const room = defineRoom(game, {
    open: (world) => void world.spawn('dot', null),
    join: (world, player) => void world.spawn('pawn', player),
    update: (world) => void update?.(world),
  })
  const sim = new Simulation(room, { onError: (error) => void errors.push(error) })
  const { session } = sim.join()
  sim.run(200)
  return { sim, session, errors, world: sim.room.world, dot: sim.room.world.entities('dot')[0]! }
}

/** Every error names the field and says that it is a misuse: none comes from inside the engine. */
function expectMisuse(errors: readonly unknown[], name: string): void {
  for (const error of errors) {
    expect(error).toBeInstanceOf(GlissadeError)
    expect(error).toMatchObject({ code: 'misuse', message: expect.stringContaining(name) })
  }
}

const write = (object: object, name: string, value: unknown): unknown => {
  try {
    ;(object as Record<string, unknown>)[name] = value
    return null
  } catch (error) {
    return error
  }
}

const numbers = (value: unknown): boolean =>
  // What JavaScript counts as a number is one: null is 0.
  Number.isFinite(Number(value)) ||
  Object.values(value as object).every((part) => typeof part === 'number')

describe('a value that a field cannot hold', () => {
  test('written to an entity or to the room: an error that names field and entity, or the value is taken', () => {
    const { sim, session, errors, world, dot } = play()
    for (const [name, n, value] of cases)
      for (const object of [dot, world.room]) {
        errors.length = 0
        const thrown = write(object, name, value)
        sim.run(70)
        const all = thrown ? [thrown, ...errors] : errors
        expectMisuse(all, `'${name}`)
        if (object === dot)
          for (const error of all) expect(String(error)).toContain(`dot ${dot.id}`)
        expect(all.length, `${name} ${n}`).toBeLessThan(3)
        // The field holds something of its type, whether that is the value or what it was before.
        const now = (object as Record<string, unknown>)[name]
        if (
          ['x', 'secret', 'score', 'count', 'turn', 'mask', 'at', 'place', 'facing'].includes(name)
        )
          expect(numbers(now), `${name} ${n}`).toBe(true)
        else if (name === 'mode') expect(words).toContain(now)
        else if (name === 'name') expect(now).toBeTypeOf('string')
        else if (name !== 'on' && name !== 'target') expect(Array.isArray(now)).toBe(true)
        expect(sim.room.isClosed).toBe(false)
      }
    expect(session.state).toBe('open')
    sim.room.save()
  })

  test('written between two steps: the room can be saved, and stays open', () => {
    const { sim, errors, dot } = play()
    for (const [name, , value] of cases) {
      write(dot, name, value)
      sim.room.save()
    }
    sim.run(100)
    for (const error of errors) expect(error).toBeInstanceOf(GlissadeError)
    expect(sim.room.isClosed).toBe(false)
  })

  test('written to many entities in every step: makes no error that nobody is told of', () => {
    let described = 0
    const bad = {
      get kind() {
        return String(++described)
      },
    }
    const { sim, errors } = play((world) => {
      for (const dot of world.entities('dot')) dot.name = bad as never
    })
    for (let n = 0; n < 50; n++) sim.room.world.spawn('dot', null)
    sim.run(500)
    expect([errors.length, described]).toEqual([1, 1])
  })

  test.each(['spawn', 'emit'] as const)(
    'passed to %s: an error that names the field, at the call',
    (call) => {
      const { sim, world, errors } = play()
      const whole = {
        at: { x: 1, y: 1 },
        place: { x: 1, y: 1, z: 1 },
        facing: { x: 0, y: 0, z: 0, w: 1 },
      }
      let refused = 0
      for (const [name, , value] of cases)
        try {
          if (call === 'spawn') world.despawn(world.spawn('dot', null, { [name]: value } as never))
          else world.emit('hit', { ...whole, [name]: value } as never)
        } catch (error) {
          expectMisuse([error], `'${name}`)
          expect(String(error)).toContain(call)
          refused++
        }
      for (const wrong of [null, 5, 'dot', []])
        expect(() =>
          call === 'spawn'
            ? world.spawn('dot', null, wrong as never)
            : world.emit('hit', wrong as never),
        ).toThrow('needs an object with fields')
      expect(refused).toBeGreaterThan(cases.length / 2)
      sim.run(100)
      expect(errors).toEqual([])
    },
  )

  test('written by a page: an error that names the field, and what has it', () => {
    const { sim, session } = play()
    let nowMs = sim.clock.nowMs()
    /** What a frame of the page throws. */
    const thrown = (run: () => unknown = () => session.frame((nowMs += 100))) => {
      try {
        run()
        return ''
      } catch (error) {
        return String(error)
      }
    }
    const input = session.input as Record<string, unknown>
    for (const value of [5n, Symbol('s'), Object.create(null)]) {
      for (const name of ['x', 'turn', 'mask'] as const) {
        input[name] = value
        expect(thrown()).toContain(`GlissadeError: session.input: '${name}' is`)
        // The field is itself again.
        expect(thrown()).toBe('')
        wrongMove = (pawn) => void write(pawn, name, value)
        expect(thrown()).toContain(`GlissadeError: pawn: '${name}' is`)
        wrongMove = (pawn) => void write(pawn['at'] as object, 'y', value)
        expect(thrown()).toContain("GlissadeError: pawn: 'at.y' is")
        wrongMove = null
        expect(thrown()).toBe('')
      }
    }
    expect(thrown(() => sim.join({ profile: { x: 5n as never } }))).toContain(
      "GlissadeError: profile: 'x' is 5n, but takes a number",
    )
  })

  test('written by `move`: an error that names field and entity, and nothing of the engine', () => {
    let room = play()
    let count = 0
    for (const [name, n, value] of cases) {
      // An error in `move` may cost the player the place, and a room without anybody to report to its life.
      if (room.sim.room.isClosed || room.session.state !== 'open') room = play()
      const { sim, errors } = room
      errors.length = 0
      const { id } = sim.room.world.entities('pawn')[0]!
      wrongMove = (pawn) => {
        if (pawn['id'] !== id || pawn['mine'] !== false) return
        wrongMove = null
        pawn[name] = value
      }
      room.session.input.go = !room.session.input.go
      sim.run(100)
      expect(wrongMove, `${name} ${n}`).toBe(null)
      expectMisuse(errors, `'${name}`)
      for (const error of errors) expect(String(error)).toContain(`pawn ${id}`)
      count += errors.length
    }
    expect(count).toBeGreaterThan(cases.length / 4)
  })
})

describe('a misuse says where it is and what to do', () => {
  test.each([
    [
      'a word that oneOf does not have',
      (dot) => void (dot.mode = 'fly' as never),
      "'mode' is 'fly', but takes one of walk, run",
    ],
    [
      'an entity in place of its id',
      (dot) => void (dot.target = dot as never),
      "'target' is dot ID, but takes the id of an entity, or null: write its 'id'",
    ],
    ['a BigInt', (dot) => void (dot.x = 5n as never), "'x' is 5n, but takes a number"],
    [
      'no list',
      (dot) => void (dot.hand = 5 as never),
      "'hand' is 5, but takes an array whose elements fit: to change a list, assign a new array",
    ],
    [
      'a list with a wrong element',
      (dot) => void (dot.hand = ['ace' as never]),
      "'hand' is an array, but takes an array whose elements fit: to change a list, assign a new array",
    ],
  ] as [string, (dot: Dot) => void, string][])(
    '%s, at the end of the step',
    (_what, mistake, message) => {
      const { sim, errors, dot, session } = play()
      const before = { ...dot }
      mistake(dot)
      sim.run(200)
      expect(errors.map((error) => (error as Error).message)).toEqual([
        `dot ${dot.id}: ${message.replace('ID', `${dot.id}`)}`,
      ])
      // The field keeps what it had, the room goes on, and everybody is told of what comes next.
      expect({ ...dot }).toEqual(before)
      dot.x = 5
      sim.run(200)
      expect(session.entities('dot')[0]!.x).toBe(5)
    },
  )

  test.each([
    ['no vector', (dot) => void (dot.at = null as never), "'at' takes an object with numbers x,y"],
    [
      'a vector without a part',
      (dot) => void (dot.place = { x: 1, y: 2 } as never),
      "'place' takes an object with numbers x,y,z",
    ],
    [
      'a field that does not exist',
      (dot) => void ((dot as { y?: number }).y = 5),
      `there is no field 'y': the fields are ${Object.keys(fields).join(', ')}`,
    ],
    [
      'a push to a list',
      (dot) => void (dot.hand as number[]).push(3),
      "'hand' is readonly, so push cannot change it: assign a new array, as in hand = [...hand, one]",
    ],
  ] as [string, (dot: Dot) => void, string][])('%s, at the place', (_what, mistake, message) => {
    const { sim, errors, dot } = play()
    const before = { ...dot }
    for (let n = 0; n < 2; n++) {
      expect(() => mistake(dot)).toThrow(`dot ${dot.id}: ${message}`)
      sim.run(100)
      dot.hand = before.hand = [3, 4]
      sim.run(100)
    }
    expect(errors).toEqual([])
    expect({ ...dot }).toEqual(before)
  })

  test('in the fields of the room', () => {
    const { world } = play()
    expect(() => void ((world.room as { z?: number }).z = 5)).toThrow(
      "world.room: there is no field 'z': the fields are x, secret",
    )
    expect(() => (world.room.modes as string[]).sort()).toThrow(
      "world.room: 'modes' is readonly, so sort cannot change it",
    )
  })

  test('a field that is removed comes back when it is written', () => {
    const { sim, errors, dot, session } = play()
    dot.count = 7
    delete (dot as { count?: number }).count
    dot.count = 8
    sim.run(200)
    expect(errors).toEqual([])
    expect(session.entities('dot')[0]!.count).toBe(8)
  })

  test('a removed entity may be written, and nobody hears of it', () => {
    const { sim, errors, world, dot, session } = play()
    world.despawn(dot)
    dot.x = 5
    dot.hand = [1]
    dot.at = { x: 1, y: 1 }
    sim.run(200)
    expect(errors).toEqual([])
    expect(session.entities('dot')).toEqual([])
    expect(() => world.teleport(dot)).toThrow(`dot ${dot.id} is no longer in this room`)
  })

  test('an unknown kind, event or field: the error lists the known ones', () => {
    const { world, session } = play()
    expect(() => world.spawn('dto' as never, null)).toThrow(
      "there is no kind 'dto'; kinds: dot, pawn",
    )
    expect(() => world.spawn('dot', null, { y: 5 } as never)).toThrow(
      `spawn('dot'): there is no field 'y': the fields are ${Object.keys(fields).join(', ')}`,
    )
    expect(() => world.emit('hti' as never, {} as never)).toThrow(
      "there is no event 'hti'; events: hit",
    )
    expect(() => session.on('hti' as never, () => {})).toThrow(
      "there is no event 'hti'; events: hit",
    )
    const pawn = world.spawn('pawn', null)
    expect(() => world.drive(pawn, { og: true } as never)).toThrow(
      "drive: there is no field 'og': the fields are go, mode, x, turn, mask",
    )
    expect(() => world.drive(pawn, { mode: 'fly' } as never)).toThrow(
      "drive: 'mode' is 'fly', but takes one of walk, run",
    )
  })

  test('a field of an entity that has the name of an input takes its own values', () => {
    const named = defineGame({
      name: 'named',
      input: { mode: oneOf(...words) },
      entities: { dot: { x: number(), mode: text(9) } },
      move: { dot: () => {} },
    })
    const { world } = new Simulation(defineRoom(named)).room
    expect(world.spawn('dot', null, { mode: 'a text' }).mode).toBe('a text')
  })

  test('an event without its vector', () => {
    const { world } = play()
    expect(() => world.emit('hit', { x: 1 } as never)).toThrow("emit('hit'): 'at' is missing")
  })
})
