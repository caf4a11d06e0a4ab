/** How a number is expected to go on, by the states that both ends hold. To be imported as `EXPECTATION`: see `OP`. */

/** As it was. */
export const held = 0
/** It goes on as it did between the two last states. */
export const moved = 1
/** By the velocity in another column. */
export const driven = 2
/** With the whole rotation that it is a part of. */
export const turned = 3
