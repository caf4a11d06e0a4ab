import type { Lane } from './lane.ts'

/** A number of a lane, as a person reads it. */
export interface Counter {
  readonly label: string
  readonly title: string
  readonly read: (lane: Lane) => string
  /** Whether the number is bad news. */
  readonly isBad: (lane: Lane) => boolean
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const unevenShare = ({ frames, unevenFrames }: Lane): number => unevenFrames / Math.max(1, frames)

/** The mean energy against that of the start. */
function energy({ spring }: Lane): string {
  const ratio = spring.meanEnergy
  if (Number.isNaN(ratio)) return '-'
  if (ratio >= 10) return `${Math.round(ratio)}x`
  const percent = Math.round((ratio - 1) * 100)
  return `${percent > 0 ? '+' : ''}${percent} %`
}

export const COUNTERS: readonly Counter[] = [
  {
    label: 'explosions',
    title: 'How often the spring has gone beyond all bounds',
    read: ({ spring }) => String(spring.explosions),
    isBad: ({ spring }) => spring.explosions > 0,
  },
  {
    label: 'tunnelled',
    title: 'How often the ball has flown through the wall',
    read: ({ ball }) => String(ball.tunnelled),
    isBad: ({ ball }) => ball.tunnelled > 0,
  },
  {
    label: 'energy error',
    title: 'Mean energy of the spring against its energy at the start, which nothing takes away',
    read: energy,
    isBad: ({ spring }) => Math.abs(spring.meanEnergy - 1) > 0.5,
  },
  {
    label: 'uneven frames',
    title: 'Frames in which the ball moved at least 10 % more or less than it would have evenly',
    read: (lane) => `${Math.round(unevenShare(lane) * 100)} %`,
    isBad: (lane) => unevenShare(lane) > 0.01,
  },
  {
    label: 'largest jump',
    title: "The ball's largest movement in a frame, as a multiple of even movement",
    read: ({ largestJump }) => `${largestJump.toFixed(1)}x`,
    isBad: ({ largestJump }) => largestJump > 1.1,
  },
  {
    label: 'behind',
    title: 'How far the simulation is behind the display and still wants to catch up',
    read: ({ behindMs }) => seconds(behindMs),
    isBad: ({ behindMs }) => behindMs > 200,
  },
  {
    label: 'time lost',
    title: 'Simulated time that the loop has given up so that its frames stay short',
    read: ({ lostMs }) => seconds(lostMs),
    isBad: ({ lostMs }) => lostMs > 50,
  },
]
