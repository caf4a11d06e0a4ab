/** The first byte of every packet. To be imported as `PACKET`: see `OP`. */

export const hello = 1
export const welcome = 2
export const close = 3
export const message = 4
export const input = 5
export const snapshot = 6
export const resync = 7
export const tables = 8
