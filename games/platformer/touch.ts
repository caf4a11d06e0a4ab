/** What the buttons write to. */
interface Touched {
  readonly input: { left: boolean; right: boolean; jump: boolean }
}

/**
 * Buttons for fingers, on devices that have no mouse: a pad on the left on which a finger may slide from one
 * direction to the other, and a button to jump with.
 */
export function touchButtons(session: Touched, all: HTMLElement): void {
  if (!window.matchMedia('(pointer: coarse)').matches) return
  all.hidden = false
  const { input } = session
  const run = all.querySelector<HTMLElement>('#run')
  const jump = all.querySelector<HTMLElement>('#jump')
  if (run)
    hold(run, (at) => {
      input.left = at !== null && at < 0.5
      input.right = at !== null && at >= 0.5
    })
  if (jump)
    hold(jump, (at) => {
      input.jump = at !== null
    })
}

/** Tells where a finger is on a button, 0 at its left edge and 1 at its right one, and null when it lets go. */
function hold(button: HTMLElement, tell: (at: number | null) => void): void {
  const follow = (event: PointerEvent): void => {
    if (!button.hasPointerCapture(event.pointerId)) return
    const { left, width } = button.getBoundingClientRect()
    tell((event.clientX - left) / width)
  }
  button.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    button.setPointerCapture(event.pointerId)
    button.classList.add('held')
    follow(event)
  })
  button.addEventListener('pointermove', follow)
  button.addEventListener('lostpointercapture', () => {
    button.classList.remove('held')
    tell(null)
  })
  button.addEventListener('contextmenu', (event) => event.preventDefault())
}
