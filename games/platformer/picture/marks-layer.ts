import type { Inspector } from 'glissade/client'
import { Container } from 'pixi.js'
import type { Marks } from '../../panel/marks.ts'
import { Caption, line, OUTLINE, place, shape, stretch } from './marks-shapes.ts'
import { type PipInspection, Trail } from './marks-trail.ts'
import type { PipView } from './scene.ts'

/** The colour of what the server reports. */
const SERVER = 0xb6ffd0
/** How long the place of a hit is shown. */
const JUDGED_SECONDS = 1.5
/** From the feet to the middle of a player, in pixels. */
const MIDDLE = 10

/**
 * What the engine knows behind the picture, drawn over the players in the level's units: the states that it holds of
 * others, the two states between which each is drawn, where the server has the page's own player, and where it judged
 * the last hit. Costs nothing while all marks are off.
 */
export class MarksLayer {
  readonly root: Container = new Container({ visible: false })
  readonly #inspector: Inspector
  readonly #marks: Marks
  readonly #trails: Trail[] = []
  readonly #ghost = new Ghost()
  readonly #judged = shape(OUTLINE, 'judged', SERVER)
  #judgedSeconds = 0

  /** `marks` says in every frame what is shown. */
  constructor(inspector: Inspector, marks: Marks) {
    this.#inspector = inspector
    this.#marks = marks
    this.root.addChild(this.#ghost.root, this.#judged)
  }

  /** Shows for a moment where the server judged a hit. */
  judge(x: number, y: number): void {
    place(this.#judged, x, y)
    this.#judgedSeconds = JUDGED_SECONDS
  }

  /** Call once per frame, after the session's, with the players as they are shown. */
  show(pips: readonly PipView[], dtSeconds: number): void {
    const { history, ghost, moments } = this.#marks
    this.#judgedSeconds -= dtSeconds
    this.#judged.visible = ghost && this.#judgedSeconds > 0
    this.root.visible = history || ghost || moments
    if (!this.root.visible) return
    this.#ghost.root.visible = false
    let used = 0
    for (let i = 0; i < pips.length; i++) {
      const pip = pips[i]
      if (!pip || !(pip.mine ? ghost : history || moments)) continue
      const found = this.#inspector.look(pip)
      if (!found) continue
      if (pip.mine) this.#ghost.show(pip, found)
      else this.#trail(used++).show(pip, found, this.#marks)
    }
    for (let i = used; i < this.#trails.length; i++) this.#trail(i).root.visible = false
  }

  #trail(index: number): Trail {
    const known = this.#trails[index]
    if (known) return known
    const made = new Trail()
    this.#trails.push(made)
    this.root.addChild(made.root)
    return made
  }
}

/** The page's own player where the server has it, and how far that is from where it is shown. */
class Ghost {
  readonly root: Container = new Container({ visible: false })
  readonly #way = line('way', SERVER, 0.9, 0.8)
  readonly #outline = shape(OUTLINE, 'ghost', SERVER)
  readonly #caption = new Caption('unanswered')

  constructor() {
    this.#outline.alpha = 0.9
    this.#caption.root.tint = SERVER
    this.root.addChild(this.#way, this.#outline, this.#caption.root)
  }

  show(pip: PipView, { server, unanswered, timeMs }: PipInspection): void {
    if (!server) return
    this.root.visible = true
    place(this.#outline, server.x, server.y)
    this.#outline.scale.x = server.facing === 'left' ? -1 : 1
    stretch(this.#way, server.x, server.y - MIDDLE, pip.x, pip.y - MIDDLE)
    place(this.#caption.root, server.x, server.y + 6)
    if (this.#caption.isDue(timeMs)) this.#caption.write(`${unanswered} inputs ago`, timeMs)
  }
}
