/**
 * The most gzipped bytes that a page may pay, minified by Rolldown and without PixiJS. The tests hold the bundles to it.
 * To raise one, change it here, and say why.
 */
export const LIMITS = {
  /** A track, its clock and its easing, for those who take these parts alone. */
  motionCore: 6500,
  /** All that `connect` brings, without a game. */
  connect: 25_850,
  /** The page of the README: the game, the session, keys and sprites. */
  readmePage: 29_970,
} as const
