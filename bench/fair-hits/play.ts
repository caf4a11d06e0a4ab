import { PLATFORMS } from '../../games/platformer/rules/platforms.ts'
import { Random } from '../../src/base/random.ts'
import { SUBTICKS_PER_STEP } from '../../src/base/units.ts'
import { insides } from '../../src/client/inside.ts'
import type { Conditions, Impairment } from '../../src/link/impairment.ts'
import type { LinkKind } from '../../src/link/link.ts'
import { defineRoom } from '../../src/server/define-room.ts'
import { coreOf } from '../../src/server/room.ts'
import { Simulation } from '../../src/testing/simulation.ts'
import { hits, middleOf, shooting, shootingTogether } from './game.ts'
import { RecordedPaths } from './paths.ts'
import { keepRiding, noKeys, ROLES, targetKeys } from './targets.ts'

/** A player needs this long until the clocks know the network. */
const WARM_MS = 6000
const APART_MS = 400
/** How long the delay has been changing at the first shot, and by how much it changes. */
const CHANGED_MS = 5000
const CHANGED_BY_MS = 40
/** The targets' own network. */
const TARGETS: Conditions = {
  up: { latencyMs: 25, jitterMs: 4 },
  down: { latencyMs: 25, jitterMs: 4 },
}
const SUBTICK_MS = shooting.stepMs / SUBTICKS_PER_STEP

/** How far the picture was from what was judged, by what the picture was based on. */
export interface Distances {
  readonly within: number[]
  readonly beyond: number[]
}

/** What one run found. */
export interface Shots {
  readonly fired: number
  readonly hit: number
  /** Shots that would have hit if they had been judged in the present, and by the true places at the moment on display. */
  readonly hitInPresent: number
  readonly hitInHistory: number
  readonly offPx: Distances
  /** How far the picture was from where the target truly was at the moment on display. */
  readonly errorPx: Distances
  readonly bytesPerSecondUp: number
}

interface Aim {
  readonly isWithin: boolean
  readonly momentMs: number
}

export interface ShootingOptions {
  readonly conditions: Conditions
  readonly seed: number
  readonly shots: number
  readonly kind?: LinkKind
  readonly frameHz?: number
  /** Whether there is one tick for everybody. */
  readonly isTogether?: boolean
}

/** Lets a player with a network of its own shoot at each target in turn, aimed at the middle of its picture. */
export function shoot({
  conditions,
  seed,
  shots,
  kind = 'datagram',
  frameHz = 60,
  isTogether = false,
}: ShootingOptions): Shots {
  const random = new Random(seed)
  const paths = new RecordedPaths()
  const offPx: Distances = { within: [], beyond: [] }
  const errorPx: Distances = { within: [], beyond: [] }
  const aims: Aim[] = []
  const counts = { fired: 0, hit: 0, hitInPresent: 0, hitInHistory: 0 }
  const botThinks = targetKeys('jumps', seed, new Random(seed + 77))
  const botKeys = noKeys()
  let rider = 0
  const room = defineRoom(isTogether ? shootingTogether : shooting, {
    open: (world) => {
      for (let index = 0; index < PLATFORMS.length; index++)
        world.spawn('platform', null, { index })
      world.spawn('pip', null, { x: 300, y: 300 })
    },
    join: (world, player) => {
      world.spawn('pip', player, { x: 180 + 40 * player.id, y: 300 })
    },
    on: {
      shot: (world, { x, y, target, frame }, by) => {
        const aim = aims[frame]!
        const seen = world.seenBy(by).get(target) as { x: number; y: number } | undefined
        const now = world.get(target) as { id: number; x: number; y: number }
        counts.fired++
        if (!seen) return
        const true_ = paths.at(target, aim.momentMs)
        const side = aim.isWithin ? 'within' : 'beyond'
        offPx[side].push(Math.hypot(middleOf(seen).x - x, middleOf(seen).y - y))
        if (true_) errorPx[side].push(Math.hypot(middleOf(true_).x - x, middleOf(true_).y - y))
        if (hits({ x, y }, seen)) counts.hit++
        if (hits({ x, y }, now)) counts.hitInPresent++
        if (true_ && hits({ x, y }, true_)) counts.hitInHistory++
      },
    },
    update: (world, { timeMs }) => {
      const bot = world.entities('pip').find(({ owner }) => owner === null)!
      botThinks(bot, botKeys, timeMs)
      world.drive(bot, botKeys)
      keepRiding(world, [rider])
      const { peers } = coreOf(sim.room as never)
      for (const pip of world.entities('pip'))
        paths.note(
          pip,
          pip.owner === null ? timeMs : (peers.get(pip.owner)?.stamp ?? 0) * SUBTICK_MS,
        )
    },
  })
  const sim = new Simulation(room, { kind, seed })
  const targets = ROLES.slice(0, -1).map((role, n) => {
    const press = targetKeys(role, seed * 10 + n, new Random(seed * 10 + n))
    return sim.join({
      seed: seed * 16 + n + 1,
      conditions: TARGETS,
      script: (session) => {
        if (role === 'rides') rider = session.playerId
        const me = session.entities('pip').find(({ mine }) => mine)
        if (me) press(me, session.input, session.ownTimeMs)
      },
    }).session
  })
  let fired = 0
  let frame = 0
  const shooter = sim.join({
    conditions,
    frameHz,
    seed: seed * 16,
    script: (session, nowMs) => {
      const { input } = session
      // It runs to and fro, so that it never rests.
      input.left = Math.floor(nowMs / 300) % 2 === 0
      input.right = !input.left
      if (nowMs < WARM_MS - APART_MS || fired === shots) return
      const role = Math.round((nowMs - WARM_MS) / APART_MS) % ROLES.length
      const owner = targets[role]?.playerId ?? null
      const target = session.entities('pip').find((pip) => pip.owner === owner)!
      const { timeline } = insides.get(session)!()!
      const { track, renderTimeMs } = timeline.remotes.find(({ id }) => id === target.id)!
      const { x, y } = middleOf(target)
      const isWithin = renderTimeMs <= track.newestMs && !track.offset.active
      // Aimed anew in each frame, because a frame may run no step.
      aims[++frame] = { isWithin, momentMs: renderTimeMs }
      Object.assign(input, { x, y, target: target.id, frame })
      if (nowMs < WARM_MS + fired * APART_MS) return
      input.shoot = true
      fired++
    },
  })
  sim.run(CHANGED_MS)
  const { network } = shooter
  for (let n = 0; sim.clock.nowMs() < WARM_MS + (shots + 3) * APART_MS; n++) {
    const more = (CHANGED_BY_MS * (1 + Math.sin(n / 3))) / 2
    network.conditions = { up: later(conditions.up, more), down: later(conditions.down, more) }
    sim.run(100 + random.next() * 50)
  }
  const bytesPerSecondUp = (1000 * shooter.session.stats.bytesOut) / sim.clock.nowMs()
  return { ...counts, offPx, errorPx, bytesPerSecondUp }
}

const later = (impairment: Impairment, ms: number): Impairment => ({
  ...impairment,
  latencyMs: (impairment.latencyMs ?? 0) + ms,
})
