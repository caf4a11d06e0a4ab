/** The first byte of each packet. Import this file as `PACKET`, as with `OP`. */

export const hello = 1
export const welcome = 2
export const close = 3
export const message = 4
export const input = 5
export const snapshot = 6
export const resync = 7
export const tables = 8
export const report = 9
export const wait = 10
