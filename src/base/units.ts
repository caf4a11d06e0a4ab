/**
 * Units as optional brands: plain numbers flow in without casts, but a `Tick` handed where an `Ms` is
 * wanted is a compile error. Arithmetic loses the brand, so names carry the unit too.
 */
declare const unit: unique symbol

/** Wall time or a duration, in milliseconds. */
export type Ms = number & { readonly [unit]?: 'ms' }

/** A duration in seconds; only a game's physics uses it. */
export type Seconds = number & { readonly [unit]?: 'seconds' }

/** A whole number of simulation steps since the room opened. Never wraps: 2^53 steps are 4 million years at 60 Hz. */
export type Tick = number & { readonly [unit]?: 'tick' }

/** Simulation time in 1/256 of a step since the room opened; an integer. What time looks like on the wire. */
export type SubTick = number & { readonly [unit]?: 'subtick' }

/** How many `SubTick`s one step has. */
export const SUBTICKS_PER_STEP = 256
