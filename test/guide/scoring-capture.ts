import { formatTrace, parseTrace, sampledMotion, type Trace } from 'glissade/score'

const sentMs: number[] = []
const arrivesMs: number[] = []

/** Call it in your game with the packet's count from 0, the server's time in it, and the client's time when it came. */
export function packetCame(n: number, serverMs: number, nowMs: number): void {
  // Lost packets stay NaN. The server sent them all the same, one every 50 ms.
  while (sentMs.length < n) {
    sentMs.push(serverMs - (n - sentMs.length) * 50)
    arrivesMs.push(Number.NaN)
  }
  sentMs[n] = serverMs
  arrivesMs[n] = nowMs
}

/** The text of a file for `glissade score --trace office.csv`. */
export const captured = (): string => formatTrace(sentMs, arrivesMs, ['the office, a Tuesday'])

/** The same as a trace. The two clocks did not agree, so say what the least delay was: half of a ping. */
export const office = (csv: string): Trace => parseTrace(csv, 'office', { baseMs: 20 })

/** A movement of your own, in steps of 1/240 s: here a pendulum, started anywhere. */
export const pendulum = sampledMotion({
  name: 'pendulum',
  about: 'swings to and fro, at up to 400 units per second',
  between: 'cubic',
  start(random) {
    let phase = random.between(0, 6.28)
    const body = { x: 0, y: 0, vx: 0, vy: 0, teleports: 0, advance }
    function advance(dtSeconds: number): void {
      phase += 2 * dtSeconds
      body.x = 200 * Math.sin(phase)
      body.vx = 400 * Math.cos(phase)
    }
    advance(0)
    return body
  },
})
