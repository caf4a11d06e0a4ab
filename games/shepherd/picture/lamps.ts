import { Container, Sprite } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { PENS, PONDS } from '../rules/meadow.ts'
import { gatePosts } from './fences.ts'
import type { Lamp, NightLight } from './night-light.ts'
import type { Scene, ShepherdView } from './scene.ts'
import { piece } from './sheet.ts'
import { GLOW_RADIUS } from './sparks.ts'

/** How far the lanterns of shepherds shine, in units: that of the page's own shepherd, and those of others. */
const OWN_REACH = 190
const REACH = 150
/** The place of a lantern above the foot: a shepherd's and a gate's. */
const HAND_Y = -14
const POST_Y = -38
/** Size of a gate's glow, as a share of the texture's. */
const GLOW = 0.8

const posts = PENS.flatMap(gatePosts)
/** Lanterns at the gates, and the moon on the ponds. */
const STANDING: readonly Lamp[] = [
  ...posts.map(({ x, y }) => ({ x, y, reach: 110, strength: 0.75 })),
  ...PONDS.map(({ x, y, ry }) => ({ x, y, reach: ry * 1.3, strength: 0.3 })),
]

/**
 * Everything that shines at night: lanterns of shepherds and of gates, and the moon on the ponds. Allocates nothing per
 * frame.
 */
export class Lamps {
  /** The glow of the gates' lanterns themselves, over the light. In units of the meadow. */
  readonly root: Container = new Container()
  readonly #shepherds: readonly ShepherdView[]
  readonly #light: NightLight
  readonly #sight: Sight
  /** The lantern of one shepherd after the other. */
  readonly #carried = { x: 0.5, y: 0.5, reach: 0.5, strength: 1 }
  #seconds = 0.5

  constructor(scene: Scene, sight: Sight, light: NightLight) {
    this.#shepherds = scene.entities('shepherd')
    this.#light = light
    this.#sight = sight
    for (const { x, y } of posts) {
      const glow = new Sprite(piece('glow'))
      glow.blendMode = 'add'
      glow.position.set(x, y + POST_Y)
      this.root.addChild(glow)
    }
  }

  /** Call once per frame, between `begin` and `end` of the light. */
  shine(dtSeconds: number): void {
    this.#seconds += dtSeconds
    this.root.visible = this.#light.lamps > 0.01
    if (!this.root.visible) return
    for (let i = 0; i < STANDING.length; i++) {
      const lamp = STANDING[i]
      if (lamp) this.#light.shine(lamp)
    }
    for (let i = 0; i < posts.length; i++) this.#flicker(i)
    const carried = this.#carried
    for (let i = 0; i < this.#shepherds.length; i++) {
      const shepherd = this.#shepherds[i]
      if (!shepherd) continue
      carried.x = shepherd.x
      carried.y = shepherd.y + HAND_Y
      carried.reach = shepherd.mine ? OWN_REACH : REACH
      this.#light.shine(carried)
    }
  }

  #flicker(index: number): void {
    const glow = this.root.children[index]
    if (!glow) return
    glow.visible = this.#sight.sees(glow.x, glow.y, GLOW_RADIUS)
    if (!glow.visible) return
    const flicker = 1 + 0.06 * Math.sin(this.#seconds * 7.3 + index * 2.1)
    // This does not use `set`, for whose argument V8 would make a box.
    glow.scale.x = GLOW * flicker
    glow.scale.y = GLOW * flicker
    glow.alpha = 0.4 * this.#light.lamps * flicker
  }
}
