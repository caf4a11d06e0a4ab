import { isForFingers } from '../../page/fingers.ts'
import type { Device } from './prompts.ts'

/** Watches what the player plays with. Returns a function that tells. */
export function watchDevice(): () => Device {
  let device: Device = isForFingers() ? 'fingers' : 'keyboard'
  const uses = (now: Device) => (): void => {
    device = now
  }
  window.addEventListener('keydown', uses('keyboard'))
  window.addEventListener('touchstart', uses('fingers'), { passive: true })
  // Browsers tell of a gamepad when one of its buttons is first pressed.
  window.addEventListener('gamepadconnected', uses('gamepad'))
  return () => device
}
