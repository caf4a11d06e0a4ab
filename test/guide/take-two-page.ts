import { glide, type StateSocket } from './take-two.ts'

type Place = (id: string, x: number, y: number, angle: number) => void

/** `place` moves the picture of another player. */
export function showOthers(socket: StateSocket, ownId: string, place: Place): void {
  const draw = glide(socket, () => performance.now())
  requestAnimationFrame(function frame(frameMs) {
    requestAnimationFrame(frame)
    draw(frameMs, (id, x, y, angle) => {
      if (id !== ownId) place(id, x, y, angle)
    })
  })
}
