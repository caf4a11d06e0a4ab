/** How both ends expect a number to go on. Import this file as `EXPECTATION`, as with `OP`. */

/** It stays the same. */
export const held = 0
/** It goes on as between the last two states. */
export const moved = 1
/** It follows the velocity in another column. */
export const driven = 2
/** It turns with the whole rotation that it is a part of. */
export const turned = 3
