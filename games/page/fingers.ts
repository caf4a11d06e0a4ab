/** Shows the controls for fingers: at once where the main pointer is a finger, elsewhere with the first touch. */
export function showForFingers(): void {
  const show = (): void => document.body.classList.add('fingers')
  if (window.matchMedia('(pointer: coarse)').matches) show()
  else window.addEventListener('touchstart', show, { once: true, passive: true })
}

/** Whether they are shown. */
export const isForFingers = (): boolean => document.body.classList.contains('fingers')

/** What a finger does on a pad. */
interface FingerWork {
  /** The place of the finger, from 0 at the pad's upper left to 1; beyond that while it slides off. */
  move(x: number, y: number): void
  /** The finger let go. */
  end(): void
  /** Called after each of them, so that the pad can show what is held. */
  shown(): void
}

/** Reports where the first finger on `pad` is, and when it lets go. */
export function followFinger(pad: HTMLElement, work: FingerWork): void {
  let finger = -1
  const follows = (event: PointerEvent): void => {
    if (event.pointerId !== finger) return
    const { left, top, width, height } = pad.getBoundingClientRect()
    work.move((event.clientX - left) / width, (event.clientY - top) / height)
    work.shown()
  }
  pad.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    if (finger !== -1) return
    finger = event.pointerId
    pad.setPointerCapture(finger)
    follows(event)
  })
  pad.addEventListener('pointermove', follows)
  // This event also comes when the finger is lifted, or when the system takes it away.
  pad.addEventListener('lostpointercapture', (event) => {
    if (event.pointerId !== finger) return
    finger = -1
    work.end()
    work.shown()
  })
  pad.addEventListener('contextmenu', (event) => event.preventDefault())
}

/** Holds one field of an input while a finger is on a button. */
export function holdButton<K extends string>(
  button: HTMLElement,
  input: { [name in K]: boolean },
  name: K,
): void {
  const hold = (isHeld: boolean): void => {
    input[name] = isHeld as (typeof input)[K]
  }
  followFinger(button, {
    move: () => hold(true),
    end: () => hold(false),
    shown: () => button.classList.toggle('held', input[name]),
  })
}
