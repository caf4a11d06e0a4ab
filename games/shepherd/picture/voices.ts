import type { Tone } from '../../page/synth.ts'

/** What the meadow's sounds are made of. */
export const BARK: readonly Tone[] = [
  { wave: 'sawtooth', fromHz: 380, toHz: 150, seconds: 0.13, gain: 0.5, mouthHz: 620 },
  { wave: 'noise', fromHz: 1100, toHz: 380, seconds: 0.09, gain: 0.22 },
]

/** Sheep have voices of their own: lambs, ewes, an old ram. */
export const BLEATS: readonly Tone[] = [
  [292, 0.62, 1050],
  [334, 0.5, 1180],
  [430, 0.42, 1500],
  [262, 0.7, 960],
  [372, 0.46, 1280],
  [196, 0.78, 760],
].map(([hz = 0, seconds = 0, mouthHz = 0]) => ({
  wave: 'sawtooth',
  fromHz: hz * 1.07,
  toHz: hz * 0.92,
  seconds,
  gain: 0.34,
  quiverHz: 8.5,
  mouthHz,
}))

/** The bell of a gate through which a sheep has come. For the player's own sheep, a higher bell rings along. */
export const BELL: readonly Tone[] = [
  { wave: 'triangle', fromHz: 1174.66, toHz: 1174.66, seconds: 0.42, gain: 0.09 },
  { wave: 'sine', fromHz: 2637, toHz: 2637, seconds: 0.2, gain: 0.05 },
]
export const OWN_BELL: readonly Tone[] = [
  ...BELL,
  {
    wave: 'triangle',
    fromHz: 1760,
    toHz: 1760,
    seconds: 0.5,
    gain: 0.11,
    delaySeconds: 0.08,
  },
]

/** Two wolves, one after the other. */
export const HOWL: readonly Tone[] = [0, 1.1].flatMap((delaySeconds, i): Tone[] => {
  const hz = i === 0 ? 300 : 365
  const voice = { wave: 'triangle', gain: 0.12, quiverHz: 4.5 } as const
  return [
    { ...voice, fromHz: hz, toHz: hz * 1.75, seconds: 0.75, delaySeconds },
    {
      ...voice,
      fromHz: hz * 1.75,
      toHz: hz * 1.15,
      seconds: 1.7,
      delaySeconds: delaySeconds + 0.68,
    },
  ]
})

/** A sheep that a wolf has caught. */
export const CAUGHT: readonly Tone[] = [
  { wave: 'noise', fromHz: 420, toHz: 130, seconds: 0.34, gain: 0.36 },
  {
    wave: 'sawtooth',
    fromHz: 420,
    toHz: 190,
    seconds: 0.3,
    gain: 0.3,
    quiverHz: 14,
    mouthHz: 1100,
  },
]

/** A round is over: G, C, E, and the C above. */
export const OVER: readonly Tone[] = [392, 523.25, 659.25, 1046.5].map((hz, i) => ({
  wave: 'triangle',
  fromHz: hz,
  toHz: hz,
  seconds: i === 3 ? 0.9 : 0.3,
  gain: 0.14,
  delaySeconds: i * 0.16,
}))
