import { presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { LocalRoom } from '../local-room.ts'
import type { PipView } from '../platformer/picture/scene.ts'
import { platformerRoom } from '../platformer/room.ts'
import { isPlank, isRock, LINES, TILE } from '../platformer/rules/level.ts'
import { joinRound } from '../platformer/rules/rules.ts'
import { Moments } from './moments.ts'
import { ownedBy, Side } from './side.ts'
import { Truth } from './truth.ts'

/** Where the bots stay, in pixels of the level: a hill with planks and coins, not quite as wide as a pane. */
const RANGE = { fromX: 656, toX: 992 }
/** Where they begin: the level's own start is before a pit. */
const BEGIN = [RANGE.fromX + 60, RANGE.toX - 120] as const
/** Bots that are further apart than this do not fit into a pane together. */
const MOST_APART = 360
/** In this time, the common camera covers half of the way that is left. */
const CAMERA_HALF_LIFE_SECONDS = 0.3
/** How far above the bots' feet the camera looks. */
const ABOVE = 40

interface Point {
  x: number
  y: number
}

/** The upper side of the highest thing that a player can stand on. */
function groundAt(x: number): number {
  const column = Math.floor(x / TILE)
  let line = 0
  while (line < LINES && !isRock(column, line) && !isPlank(column, line)) line++
  return line * TILE
}

const begin = (): Point => {
  const x = (BEGIN[0] + BEGIN[1]) / 2
  return { x, y: groundAt(x) - ABOVE }
}

/** The platformer, whose players begin where this page looks. */
const staged: typeof platformerRoom = defineRoom(platformerRoom.game, {
  ...platformerRoom.definition,
  join(world, player) {
    joinRound(world, player)
    const own = world.entities('pip').find(({ owner }) => owner === player.id)
    if (!own) return
    own.x = BEGIN[world.players.length > 1 ? 1 : 0]
    own.y = groundAt(own.x)
  },
})

/**
 * The demonstration behind `presets.log`: two clients about 200 ms away from a server that loses 15 % of their packets, all
 * three in this process. A page draws what this class computes, and a test reads it. It draws nothing itself.
 */
export class Duel {
  readonly local: LocalRoom<typeof platformerRoom>
  readonly truth: Truth
  readonly sides: readonly [Side, Side]
  /** For each side's player: how far apart in time and in pixels the three places are that show the player. */
  readonly moments: readonly [Moments, Moments]
  /**
   * What the panes look at, from left to right. All look at the middle between the two players, as long as both fit
   * into a pane. If they do not, each client's own pane stays with its player, and the server's with the player who is
   * nearer to where both began.
   */
  readonly looks: readonly [Point, Point, Point] = [begin(), begin(), begin()]
  readonly #pips: readonly PipView[]

  constructor(seed = 1) {
    this.local = new LocalRoom(staged, { kind: 'datagram', seed })
    this.truth = new Truth(this.local.room)
    this.#pips = this.truth.entities('pip')
    const conditions = presets.log
    const left = { name: 'Ada', hue: 192, seed: seed * 2, conditions, range: RANGE }
    const right = { name: 'Ben', hue: 332, seed: seed * 2 + 1, conditions, range: RANGE }
    this.sides = [new Side(this.local, left), new Side(this.local, right)]
    this.moments = [new Moments(), new Moments()]
  }

  /** A player as the server has it, or undefined before it is there. */
  pip(side: Side): PipView | undefined {
    return ownedBy(this.#pips, side.session.playerId)
  }

  /** Runs one frame of everything. `nowMs` may come from any clock. A long time since the last frame is left out. */
  frame(nowMs: number): void {
    const { local, sides } = this
    const [left, right] = sides
    const beforeMs = local.nowMs
    local.advance(nowMs)
    const dtSeconds = (local.nowMs - beforeMs) / 1000
    this.#follow(dtSeconds)
    left.frame(local.nowMs)
    right.frame(local.nowMs)
    this.truth.frame(dtSeconds)
    this.moments[0].measure(local, left, right, this.pip(left))
    this.moments[1].measure(local, right, left, this.pip(right))
  }

  /** Each player as its own client shows it, because that moves evenly. */
  #follow(dtSeconds: number): void {
    const [left, right] = this.sides
    const a = left.own
    const b = right.own
    if (!a || !b) return
    const share = 1 - 2 ** (-dtSeconds / CAMERA_HALF_LIFE_SECONDS)
    const isApart = Math.abs(a.x - b.x) > MOST_APART
    for (let i = 0; i < this.looks.length; i++) {
      const look = this.looks[i as 0 | 1 | 2]
      const alone = i === 1 ? (isNearer(a, b) ? 0 : 1) : i / 2
      const lean = isApart ? alone : 0.5
      look.x += (a.x + (b.x - a.x) * lean - look.x) * share
      look.y += (a.y + (b.y - a.y) * lean - ABOVE - look.y) * share
    }
  }
}

const MIDDLE_X = (RANGE.fromX + RANGE.toX) / 2

const isNearer = (a: PipView, b: PipView): boolean =>
  Math.abs(a.x - MIDDLE_X) < Math.abs(b.x - MIDDLE_X)
