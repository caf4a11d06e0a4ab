import type { View } from 'glissade'
import { presets } from 'glissade/client'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { expect } from 'vitest'
import { Bot } from '../../games/platformer/bots/bot.ts'
import type { platformer } from '../../games/platformer/game.ts'
import { platformerRoom } from '../../games/platformer/room.ts'
import { COINS } from '../../games/platformer/rules/level.ts'
import { ROUND_SECONDS, WON_SECONDS } from '../../games/platformer/rules/rules.ts'
import type { LinkKind } from '../../src/link/link.ts'
import { coreOf } from '../../src/server/room.ts'
import { heapMB } from './heap.ts'

type Client = SimulatedClient<typeof platformer>

/** What a snowfight came to. */
export interface Figures {
  rounds: number
  collected: number
  thrown: number
  splats: number
  ouches: number
  /** The most that was ever kept of each. */
  leaves: number
  events: number
  slots: number
  /** The heap after each minute, in MB, everything unused given back. */
  readonly heapMB: number[]
}

/** How long everybody stands still in the end, on good networks, and how fresh a change of the round must not be. */
const CALM_MS = 5000
const SETTLED_MS = 2000
const NETWORKS = [presets.lan, presets.wifi, presets['4g'], presets.intercontinental, presets.log]

/**
 * Lets bots play for some minutes on networks of all sorts, then stand still: all ends must agree, every ball has
 * hit once at most, every coin was had once, and nothing has grown without bound.
 */
export function snowfight(seed: number, kind: LinkKind, bots: number, seconds: number): Figures {
  const sim = new Simulation(platformerRoom, { kind, seed })
  let isCalm = false
  for (let n = 0; n < bots; n++) {
    const bot = new Bot(seed * 100 + n)
    sim.join({
      conditions: NETWORKS[n % NETWORKS.length],
      frameHz: 30,
      profile: { name: `Bot ${n}`, hue: (n * 23) % 360 },
      script: (session) => {
        const { input } = session
        if (!isCalm) bot.play(session)
        else input.left = input.right = input.jump = input.down = false
      },
    })
  }
  const { figures, judge } = observe(sim)
  for (let second = 1; second <= seconds; second++) {
    sim.run(1000)
    measure(sim, figures)
    if (second % 60 > 0) continue
    figures.heapMB.push(heapMB())
  }
  isCalm = true
  for (const { network } of sim.clients) network.conditions = presets.wifi
  sim.run(CALM_MS)
  while (isRoundNew(sim)) sim.run(SETTLED_MS)
  expectAgreement(sim)
  judge()
  return figures
}

/** Whether the round's phase has changed so lately that some may not show it yet, or is about to. */
function isRoundNew(sim: Simulation<typeof platformerRoom>): boolean {
  const { phase, secondsLeft } = sim.room.world.entities('round')[0] ?? fail('no round')
  const most = phase === 'run' ? ROUND_SECONDS : WON_SECONDS
  return secondsLeft > most - SETTLED_MS / 1000 || secondsLeft < 2
}

/** Counts what the first client hears. `judge` fails if a player hits more often than it throws, or if a ball was shown twice. */
function observe(sim: Simulation<typeof platformerRoom>): { figures: Figures; judge: () => void } {
  const figures: Figures = {
    rounds: 0,
    collected: 0,
    thrown: 0,
    splats: 0,
    ouches: 0,
    leaves: 0,
    events: 0,
    slots: 0,
    heapMB: [],
  }
  const { session } = sim.clients[0] as Client
  const throws = new Map<number, number>()
  const hits = new Map<number, number>()
  const count = (of: Map<number, number>, player: number) =>
    of.set(player, (of.get(player) ?? 0) + 1)
  session.on('thrown', (_thrown, by) => {
    figures.thrown++
    count(throws, by!)
  })
  const shown = new Set<object>()
  session.onEnter('ball', (ball) => shown.add(ball))
  session.on('splat', ({ thrower, victim }) => {
    figures.splats++
    expect(victim).not.toBe(thrower)
    count(hits, thrower)
  })
  session.on('ouch', () => {
    figures.ouches++
  })
  session.on('collected', () => {
    figures.collected++
  })
  // Not before the end: a hit is the room's word, and on display before the throw of a player with a slow uplink.
  const judge = (): void => {
    for (const [player, most] of hits) expect(most).toBeLessThanOrEqual(throws.get(player) ?? 0)
    expect(shown.size).toBeLessThanOrEqual(figures.thrown)
  }
  return { figures, judge }
}

function measure(sim: Simulation<typeof platformerRoom>, figures: Figures): void {
  const { entities, events } = coreOf(sim.room)
  figures.leaves = Math.max(figures.leaves, entities.leaves.length)
  figures.events = Math.max(figures.events, events.list.length)
  figures.slots = Math.max(figures.slots, entities.slots.length)
  const { world } = sim.room
  const round = world.entities('round')[0]
  if (round?.phase === 'won' && round.secondsLeft === 7) figures.rounds++
  const had = world.entities('pip').reduce((sum, { coins }) => sum + coins, 0)
  expect(had + world.entities('coin').length).toBe(COINS.length)
}

/**
 * All ends say the same of everybody, every coin and the round. The clock of the round may be a second behind, and
 * who rides is where the platform is at the moment that an end shows.
 */
export function expectAgreement(sim: Simulation<typeof platformerRoom>): void {
  const { world } = sim.room
  for (const { session } of sim.clients) {
    expect(session.entities('pip').map(ofPip).sort()).toEqual(
      world.entities('pip').map(ofPip).sort(),
    )
    expect(session.entities('coin').map(ofCoin).sort()).toEqual(
      world.entities('coin').map(ofCoin).sort(),
    )
    const { secondsLeft, phase, coins, winner, winnerHue } =
      session.entities('round')[0] ?? fail('')
    const truth = world.entities('round')[0] ?? fail('no round')
    expect({ phase, coins, winner, winnerHue }).toEqual({
      phase: truth.phase,
      coins: truth.coins,
      winner: truth.winner,
      winnerHue: truth.winnerHue,
    })
    expect(Math.abs(secondsLeft - truth.secondsLeft)).toBeLessThanOrEqual(1)
  }
}

/** On the grid that others get, which the server finds from the grid of 1/64. */
export const coarse = (value: number): number => Math.round(Math.round(value * 64) / 4) / 16

const ofPip = (pip: View<typeof platformer, 'pip'>): string => {
  const { id, owner, x, y, platform, facing, grounded, coins, name, hue } = pip
  const place = platform > 0 ? `platform ${platform}` : `${coarse(x)} ${coarse(y)}`
  return [id, owner, place, facing, grounded, coins, name, hue].join()
}

const ofCoin = ({ id, x, y }: View<typeof platformer, 'coin'>): string => [id, x, y].join()

function fail(message: string): never {
  throw new Error(message)
}
