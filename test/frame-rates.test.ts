import { defineGame, flag, number } from 'glissade'
import { presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { authorityOf } from './support/authority.ts'

const SPEED = 300
const SETTLED_MS = 15_000
const SECONDS = 20
/** How fast a picture that was extrapolated wrongly returns if it stands still, see `ErrorOffset`; and 5 for rounding. */
const EASED = 95

const runningAt = (authority: 'input' | 'tick', stepHz: number) =>
  defineRoom(
    defineGame({
      name: 'runners',
      authority: authorityOf(authority),
      stepHz,
      sendHz: 20,
      input: { right: flag() },
      entities: { runner: { x: number({ max: 60_000 }) } },
      move: {
        runner(runner, input, ctx) {
          if (input.right) runner.x += SPEED * ctx.dtSeconds
        },
      },
    }),
    { join: (world, player) => world.spawn('runner', player) },
  )

interface Seen {
  /** How fast it moved, as a multiple of the right speed. */
  readonly speed: number
  /** The furthest that it went back in a frame, in units a second. */
  readonly back: number
}

type Client = ReturnType<Simulation<ReturnType<typeof runningAt>>['join']>

/** Watches a runner on a page. The result tells what was seen since. */
function watch({ session, clock }: Client, isOwn: boolean): () => Seen {
  const xOf = () => session.entities('runner').find(({ mine }) => mine === isOwn)!.x
  const fromMs = clock.nowMs()
  const from = xOf()
  let back = 0
  let last = from
  let lastMs = fromMs
  session.onFrame(() => {
    const nowMs = clock.nowMs()
    back = Math.max(back, ((last - xOf()) / (nowMs - lastMs)) * 1000)
    last = xOf()
    lastMs = nowMs
  })
  return () => ({ speed: (last - from) / (SPEED * ((lastMs - fromMs) / 1000)), back })
}

/** Two players run, one of them on a page that shows `frameHz` frames a second. */
function run(
  authority: 'input' | 'tick',
  stepHz: number,
  preset: keyof typeof presets,
  frameHz: number,
) {
  const sim = new Simulation(runningAt(authority, stepHz), { seed: 5 })
  const conditions = presets[preset]
  const clients = [frameHz, 60].map((hz) => sim.join({ conditions, frameHz: hz }))
  sim.run(3000)
  for (const { session } of clients) session.input.right = true
  sim.run(SETTLED_MS)
  const [slow, other] = clients as [Client, Client]
  const seen = {
    own: watch(slow, true),
    byOther: watch(other, false),
    othersOwn: watch(other, true),
    ofOther: watch(slow, false),
  }
  sim.run(SECONDS * 1000)
  return Object.entries(seen).map(([by, told]) => ({ by, ...told() }))
}

/** Networks that leave no tick without its input for long: a correction for that is eased back too. */
const NETWORKS = {
  input: ['none', 'wifi', 'intercontinental'],
  tick: ['none', 'lan', 'intercontinental'],
} as const

describe.each(['input', 'tick'] as const)("C6 with authority '%s'", (authority) => {
  test.each([
    ...NETWORKS[authority].flatMap((preset) =>
      [1, 2, 4, 10, 24, 60, 144, 240].map((frameHz) => [preset, frameHz, 60] as const),
    ),
    ['lan', 1, 30] as const,
    ['lan', 1, 128] as const,
  ])(
    'C6 a player runs at full speed, and nobody sees it go back: %s, %d frames a second, %d steps',
    (preset, frameHz, stepHz) => {
      for (const { by, speed, back } of run(authority, stepHz, preset, frameHz)) {
        expect([by, Math.abs(speed - 1)]).toEqual([by, expect.toSatisfy((off) => off <= 0.02)])
        const isCorrected = authority === 'tick' && preset === 'intercontinental'
        const most = by === 'own' && !isCorrected ? 0 : EASED
        expect([by, back]).toEqual([by, expect.toSatisfy((units) => units <= most)])
      }
    },
  )
})
