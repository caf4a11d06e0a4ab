/**
 * The fear from which a sheep is wary, and in panic, and the lower fear at which each mood ends, so that no mood
 * flickers.
 */
const WARY_FROM = 0.15
const WARY_UNTIL = 0.07
const PANIC_FROM = 0.6
const PANIC_UNTIL = 0.4

/** The moods of a sheep; see `sheep.mood`. */
export type Mood = 'calm' | 'wary' | 'panic' | 'home'

/** The mood of a sheep with this much fear, 0 to 1, that was in mood `before`. Free of allocation. */
export function moodOf(fear: number, before: Mood, isHome: boolean): Mood {
  if (isHome) return 'home'
  if (fear >= (before === 'panic' ? PANIC_UNTIL : PANIC_FROM)) return 'panic'
  return fear >= (before === 'calm' || before === 'home' ? WARY_FROM : WARY_UNTIL) ? 'wary' : 'calm'
}
