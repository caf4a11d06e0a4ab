import type { Session } from 'glissade/client'
import { element } from '../../page/element.ts'
import type { KeyBindings } from '../../page/key-bindings.ts'
import { make } from '../../page/make.ts'
import { ownOf } from '../../page/own.ts'
import { savedLessons, saveLessons } from '../../panel/saved.ts'
import { platformer } from '../game.ts'
import type { CoinView, PipView } from '../picture/scene.ts'
import { watchDevice } from './device.ts'
import type { Guide } from './guide.ts'
import { Lessons, type Prompt } from './lessons.ts'
import { facesObstacle, hasTarget, nearestCoin } from './places.ts'
import { type Device, goalText, namesOf, promptPieces } from './prompts.ts'

/** How far above the feet a prompt ends, in the level's pixels: above the name, the crown and the arrow. */
const ABOVE_FEET = 76
/** How far from the window's edges a prompt stays, in CSS pixels. */
const EDGE_PX = 8
/** The row of buttons and the clock is above this, in CSS pixels. */
const ROW_PX = 52

/**
 * Teaches the game in the first round of a browser: says what a round is about, shows the way to a coin, and says what to press
 * beside the player, also after the player has chosen other keys. What has been learnt is remembered.
 */
export function teach(
  session: Session<typeof platformer>,
  guide: Guide,
  bindings: KeyBindings,
): void {
  const { name } = platformer
  const lessons = new Lessons(savedLessons(name), (learnt) => saveLessons(name, learnt))
  if (lessons.isOver) return
  const [pips, coins, rounds] = [
    session.entities('pip'),
    session.entities('coin'),
    session.entities('round'),
  ]
  const board = new Board(guide, bindings)
  const undoKeys = bindings.onChange(() => board.rewrite())
  const now = {
    isRunning: false,
    coins: 0,
    runs: false,
    jumps: false,
    throws: false,
    facesObstacle: false,
    hasTarget: false,
  }
  let target: CoinView | null = null
  const undoThrown = session.on('thrown', (_thrown, by) => {
    if (by === session.playerId) now.throws = true
  })
  const look = (own: PipView): void => {
    const { input } = session
    now.isRunning = rounds[0]?.phase === 'run'
    now.coins = own.coins
    now.runs = input.left || input.right
    now.jumps = input.jump
    now.facesObstacle = own.grounded && facesObstacle(own)
    now.hasTarget = hasTarget(own, pips)
  }
  const undoFrame = session.onFrame((dtSeconds) => {
    const own = ownOf(pips)
    if (!own) return
    look(own)
    lessons.watch(now, dtSeconds)
    now.throws = false
    if (target && !coins.includes(target)) target = null
    target = lessons.showsWay && now.isRunning ? nearestCoin(own, coins, target) : null
    guide.target = target
    board.show(lessons, rounds[0]?.secondsLeft ?? 0)
    if (!lessons.isOver) return
    undoFrame()
    undoThrown()
    undoKeys()
  })
}

/** The two texts in the page: the goal, and the prompt beside the player. Touches the page only where something changes. */
class Board {
  readonly #goal = element('goal')
  readonly #prompt = element('prompt')
  readonly #stage = element('stage')
  readonly #device = watchDevice()
  readonly #guide: Guide
  readonly #bindings: KeyBindings
  #hasGoal = false
  #shown: Prompt | null = null
  #shownFor: Device = 'keyboard'
  #isStale = false

  constructor(guide: Guide, bindings: KeyBindings) {
    this.#guide = guide
    this.#bindings = bindings
  }

  /** The keys are others than before. The next frame writes the prompt again. */
  rewrite(): void {
    this.#isStale = true
  }

  show({ showsGoal, prompt }: Lessons, secondsLeft: number): void {
    if (showsGoal !== this.#hasGoal) {
      this.#hasGoal = showsGoal
      if (showsGoal) this.#goal.textContent = goalText(secondsLeft)
      this.#goal.classList.toggle('shown', showsGoal)
    }
    const device = this.#device()
    if (prompt !== this.#shown || device !== this.#shownFor || this.#isStale) {
      this.#isStale = false
      this.#shown = prompt
      this.#shownFor = device
      this.#prompt.classList.toggle('shown', prompt !== null)
      document.body.dataset['lesson'] = prompt ?? ''
      if (prompt)
        this.#prompt.replaceChildren(
          ...promptPieces(prompt, device, namesOf(this.#bindings)).map((piece) =>
            typeof piece === 'string' ? piece : keyCap(piece.key),
          ),
        )
    }
    if (prompt) this.#place()
  }

  /** Puts the prompt above the player, and within the window. */
  #place(): void {
    const canvas = this.#stage.firstElementChild
    if (!(canvas instanceof HTMLCanvasElement)) return
    const { feetX, feetY, unit } = this.#guide
    const { offsetWidth, offsetHeight, style } = this.#prompt
    const { offsetLeft, offsetTop } = canvas
    const x = this.#stage.offsetLeft + offsetLeft + feetX * canvas.offsetWidth - offsetWidth / 2
    const top = this.#stage.offsetTop + offsetTop
    const y = top + (feetY - unit * ABOVE_FEET) * canvas.offsetHeight - offsetHeight
    const most = window.innerWidth - offsetWidth - EDGE_PX
    style.left = `${Math.round(Math.max(Math.min(x, most), EDGE_PX))}px`
    style.top = `${Math.round(Math.max(y, ROW_PX))}px`
  }
}

function keyCap(name: string): HTMLElement {
  const cap = make('kbd')
  cap.textContent = name
  return cap
}
