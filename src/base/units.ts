/**
 * Units as optional brands. Plain numbers are accepted without casts, but passing a `Tick` where an `Ms` is expected is a
 * compile error. Arithmetic loses the brand, so names carry the unit too.
 */
declare const unit: unique symbol

/** Wall time or a duration, in milliseconds. */
export type Ms = number & { readonly [unit]?: 'ms' }

/** A duration in seconds. Only a game's physics uses it. */
export type Seconds = number & { readonly [unit]?: 'seconds' }

/** A whole number of simulation steps since the room opened. It never wraps: 2^53 steps are 4 million years at 60 Hz. */
export type Tick = number & { readonly [unit]?: 'tick' }

/** Simulation time in 1/256 of a step since the room opened. An integer. Time on the wire has this unit. */
export type SubTick = number & { readonly [unit]?: 'subtick' }

export const SUBTICKS_PER_STEP = 256
