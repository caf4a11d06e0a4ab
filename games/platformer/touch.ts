import type { Buttons } from './buttons.ts'
import type { Source } from './controls.ts'
import { element } from './element.ts'

/** From here on, of the pad's height, a thumb asks to drop through a plank. */
const DOWN_FROM = 0.72

/** While it does, the outer parts of the pad still run. */
const OUTER = 0.3

/**
 * What a thumb at (`x`, `y`) on the run pad holds, both from 0 at the upper left to 1: the left half runs left and
 * the right half right, the lower middle drops, the lower corners do both. A thumb that slides off the pad goes on
 * holding what is nearest.
 */
export function holdRun(x: number, y: number, input: Buttons): void {
  const isLow = y >= DOWN_FROM
  input.down = isLow
  input.left = x < (isLow ? OUTER : 0.5)
  input.right = x >= (isLow ? 1 - OUTER : 0.5)
}

/** Shows the controls for fingers where the main pointer is a finger, elsewhere with the first touch. */
export function showForFingers(): void {
  const show = (): void => document.body.classList.add('fingers')
  if (window.matchMedia('(pointer: coarse)').matches) show()
  else window.addEventListener('touchstart', show, { once: true, passive: true })
}

/** Controls for fingers: a pad on the left on which a thumb slides, buttons to jump and to throw on the right. */
export function touchControls(source: Source<Buttons>): void {
  const { input } = source
  const run = element('run')
  const jump = element('jump')
  const throws = element('throw')
  follow(
    run,
    (x, y) => holdRun(x, y, input),
    () => {
      input.left = input.right = input.down = false
    },
    () => {
      run.classList.toggle('left', input.left)
      run.classList.toggle('right', input.right)
      run.classList.toggle('down', input.down)
    },
  )
  const hold = (button: HTMLElement, name: 'jump' | 'throw'): void =>
    follow(
      button,
      () => {
        input[name] = true
      },
      () => {
        input[name] = false
      },
      () => button.classList.toggle('held', input[name]),
    )
  hold(jump, 'jump')
  hold(throws, 'throw')
}

/** Tells where the first finger on `pad` is, from 0 to 1 each way, and when it lets go. */
function follow(
  pad: HTMLElement,
  move: (x: number, y: number) => void,
  end: () => void,
  shown: () => void,
): void {
  let finger = -1
  const follows = (event: PointerEvent): void => {
    if (event.pointerId !== finger) return
    const { left, top, width, height } = pad.getBoundingClientRect()
    move((event.clientX - left) / width, (event.clientY - top) / height)
    shown()
  }
  pad.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    if (finger !== -1) return
    finger = event.pointerId
    pad.setPointerCapture(finger)
    follows(event)
  })
  pad.addEventListener('pointermove', follows)
  // Also comes when the finger is lifted, or taken away by the system.
  pad.addEventListener('lostpointercapture', (event) => {
    if (event.pointerId !== finger) return
    finger = -1
    end()
    shown()
  })
  pad.addEventListener('contextmenu', (event) => event.preventDefault())
}
