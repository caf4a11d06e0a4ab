import type { Ms } from '../base/units.ts'

/** How long a process has its rooms after its last heartbeat, unless set otherwise. */
export const LEASE_MS: Ms = 3000

/** How long another process has a room that it has not claimed itself, unless `ClaimWish` says otherwise. */
export const RESERVED_MS: Ms = 10_000

/** How long another process has a room that was handed over to it, and that it has not claimed. */
export const HANDED_OVER_MS: Ms = 60_000

/** How long saved bytes are kept, unless set otherwise. */
export const SAVED_MS: Ms = 600_000

/** How long the term of a room is kept after its owner has released it, or last renewed its lease. */
export const TERM_MS: Ms = 600_000

/** How many of its own rooms a process looks at in each heartbeat. */
export const ROOMS_PER_HEARTBEAT = 25

/** The rooms that `list` looks at, at most. */
export const MOST_LOOKED_AT = 5000
