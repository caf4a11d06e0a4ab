import { positive } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import type { LinkKind } from '../../link/link.ts'
import { Simulation } from '../../testing/simulation.ts'
import type { Playout } from '../../time/playout/playout.ts'
import { measure } from './measure.ts'
import type { Measurable } from './play.ts'
import { SHOWN_WIDTH } from './player.ts'
import { mean } from './quantile.ts'
import { roomGame } from './room-game.ts'
import { type OtherShown, type RoomFrame, RoomPlayer } from './room-player.ts'
import type { MotionScore } from './score-types.ts'
import { TraceNetwork, type TracePart } from './trace-network.ts'
import { TruePath } from './true-path.ts'

/** Options of `scoreRoom`. */
export interface RoomScoreOptions {
  /** The networks of the two players. */
  readonly networks: readonly [RoomNetwork, RoomNetwork]
  /** The kind of their links. Default `datagram`. */
  readonly kind?: LinkKind | undefined
  /** Inputs a second, 1 to 128. Default 30. */
  readonly stepHz?: number | undefined
  /** Snapshots a second, 1 to 128. Default 20. */
  readonly sendHz?: number | undefined
  /** Frames a second, above 0. Default 59.94. */
  readonly frameHz?: number | undefined
  /** Length in seconds, including the warm-up. Default 120. */
  readonly seconds?: number | undefined
  /** How long the room is played before the score counts. Default 10. */
  readonly warmupSeconds?: number | undefined
  /** Seed of the players' actions. Default 1. */
  readonly seed?: number | undefined
  /** Makes the render clock of each player. Default: that of a `Session`. */
  readonly playout?: (() => Playout) | undefined
}

/** One player's network. */
export interface RoomNetwork {
  /** The trace that its inputs meet. */
  readonly up: TracePart
  /** The trace that its snapshots meet. */
  readonly down: TracePart
}

/** The score of how two players saw each other through a room. */
export interface RoomScore {
  /**
   * As for snapshots alone, pooled over both screens. The delay is the room's present less the moment on display, in the other
   * player's own time. In that time, an input stands where it reaches the room if nothing delays it. So the delay includes the
   * jitter and losses of the way up, but not its least delay.
   */
  readonly score: MotionScore
  /** The mean time from when a player sees itself act to when the other sees it, including the least delay of the way up. */
  readonly eyeToEyeMs: Ms
  /** The parts of the delay. */
  readonly parts: RoomDelayParts
  /** Wrong predictions of the own player, and new epochs of its time: sums over both players and the whole run. */
  readonly corrections: number
  readonly rebases: number
}

/** The parts of the delay of a `RoomScore`: means over frames. The first three sum up to the delay. */
export interface RoomDelayParts {
  /** The room's present less the render time: the way down, the interval of sending, the playout. */
  readonly renderMs: Ms
  /** The render time less the moment of the other player's clock; below 0 if that is ahead. */
  readonly behindRenderMs: Ms
  /** By how much the picture is behind that clock, because extrapolation came to its end and by easing. */
  readonly heldMs: Ms
  /** The room's present less the time of the newest snapshot. */
  readonly downAgeMs: Ms
  /** The time of the newest snapshot less the time of the newest state in it. */
  readonly upAgeMs: Ms
  /** The share of frames that show a moment past the newest state, in per cent. */
  readonly pastPercent: number
}

/**
 * Scores two players who run about in a real room, each over its own network, and watch each other. This covers the whole way
 * from the keys of one to the screen of the other, in virtual time. Throws `misuse` for times that are not above 0. Takes a
 * second or so: not for frames.
 */
export function scoreRoom(options: RoomScoreOptions): RoomScore {
  const { kind = 'datagram', stepHz = 30, sendHz = 20, seed = 1 } = options
  const frameHz = positive(options.frameHz ?? 59.94, 'frameHz')
  const seconds = positive(options.seconds ?? 120, 'seconds')
  const paths = new Map<number, TruePath>()
  const game = roomGame({ stepHz, sendHz }, (tracer) => {
    let path = paths.get(tracer.player)
    if (!path) paths.set(tracer.player, (path = new TruePath()))
    path.add(tracer.seconds * 1000, tracer.x, tracer.y)
  })
  const sim = new Simulation(game, { kind, seed })
  const players = options.networks.map(({ up, down }, i) => {
    const network = new TraceNetwork(up, down, seconds * 1000)
    return new RoomPlayer(sim, network, {
      frameHz,
      seed: 2 * seed + i,
      playout: options.playout?.(),
    })
  })
  const frameMs = new Float64Array(Math.floor(seconds * frameHz))
  const frames: RoomFrame[][] = []
  for (let i = 0; i < frameMs.length; i++) {
    sim.run(((i + 1) * 1000) / frameHz - sim.clock.nowMs())
    frameMs[i] = sim.clock.nowMs()
    frames.push(players.map((player) => player.frame()))
  }
  const seen = players.map((_, p) => paths.get(players[1 - p]!.session.playerId) ?? new TruePath())
  const recording = recorded(options, frameMs, frames, seen)
  const stats = players.map(({ session }) => session.stats)
  return {
    score: measure(recording).motions[0]!,
    ...partsOf(frames, frameMs, recording.run.firstScored),
    corrections: stats.reduce((sum, { corrections }) => sum + corrections, 0),
    rebases: stats.reduce((sum, { rebases }) => sum + rebases, 0),
  }
}

/** Returns the frames of both players as one recording of two entities of one sort: each player as the other sees it. */
function recorded(
  options: RoomScoreOptions,
  frameMs: Float64Array,
  frames: readonly (readonly RoomFrame[])[],
  paths: readonly TruePath[],
): Measurable {
  const { frameHz = 59.94, sendHz = 20, seconds = 120, warmupSeconds = 10 } = options
  const shown = new Float64Array(frameMs.length * paths.length * SHOWN_WIDTH).fill(Number.NaN)
  for (const [i, { other }] of frames.flat().entries())
    if (other) shown.set([other.x, other.y, other.shownMs], i * SHOWN_WIDTH)
  const firstScored = frameMs.findIndex((atMs) => atMs >= warmupSeconds * 1000)
  return {
    contender: 'room',
    trace: options.networks[0].down.trace.name,
    run: {
      sendHz,
      frameHz,
      lengthMs: seconds * 1000,
      frameMs,
      firstScored: firstScored < 0 ? frameMs.length : firstScored,
    },
    motions: [{ name: 'player', about: 'somebody at the keys', create: () => [] }],
    perMotion: paths.length,
    paths,
    shown,
  }
}

function partsOf(
  frames: readonly (readonly RoomFrame[])[],
  frameMs: Float64Array,
  firstScored: number,
): Pick<RoomScore, 'eyeToEyeMs' | 'parts'> {
  const rows = frames.slice(firstScored).flatMap((both, i) => {
    const nowMs = frameMs[firstScored + i]!
    return both.map(({ other }, p) => ({ other, nowMs, othersOwnMs: both[1 - p]!.ownMs }))
  })
  const of = (value: (other: OtherShown, nowMs: Ms, othersOwnMs: Ms) => number): number =>
    mean(
      rows.flatMap(({ other, nowMs, othersOwnMs }) =>
        other ? value(other, nowMs, othersOwnMs) : [],
      ),
    )
  return {
    eyeToEyeMs: of(({ shownMs }, _, othersOwnMs) => othersOwnMs - shownMs),
    parts: {
      renderMs: of(({ renderMs }, nowMs) => nowMs - renderMs),
      behindRenderMs: of(({ behindRenderMs }) => behindRenderMs),
      heldMs: of(({ renderMs, behindRenderMs, shownMs }) => renderMs - behindRenderMs - shownMs),
      downAgeMs: of(({ newestMs }, nowMs) => nowMs - newestMs),
      upAgeMs: of(({ newestMs, newestStateMs }) => newestMs - newestStateMs),
      pastPercent:
        100 *
        of(({ renderMs, behindRenderMs, newestStateMs }) =>
          Number(renderMs - behindRenderMs > newestStateMs),
        ),
    },
  }
}
