import { FixedDelay, type Playout } from 'glissade/parts'

/**
 * How far behind the newest data the page shows cubes and other snowballs, in ms: two send intervals, and what Wi-Fi needs on
 * top of it. All are shown at one moment, so that a snowball touches the cubes that it pushes.
 */
export const DELAY_MS = 150

/** The render clock of a page. It never shows cubes past their newest state, where nobody knows what they bump into. */
export const playoutOfCubes = (): Playout => new FixedDelay(DELAY_MS)
