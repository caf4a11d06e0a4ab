/** How one of the sixteen kinds of sheep differs from the others. */
export interface Look {
  /** Number of its fleece in `FLEECES`. */
  readonly fleece: number
  /** Multiplied with all its colours: shades of wool. */
  readonly tint: number
  /** How large it is: 1 is usual. */
  readonly size: number
}

const look = (fleece: number, tint: number, size: number): Look => ({ fleece, tint, size })

/** By the field `look` of a sheep: mostly cream with dark or light faces, some grey, one black. */
export const LOOKS: readonly Look[] = [
  look(0, 0xffffff, 1),
  look(1, 0xffffff, 0.96),
  look(0, 0xfff6ea, 1.05),
  look(1, 0xfff4e6, 1.02),
  look(0, 0xf4eee8, 0.92),
  look(1, 0xf6f2f4, 0.9),
  look(2, 0xffffff, 1),
  look(0, 0xf9f1e2, 1.1),
  look(1, 0xf3e9d8, 1.08),
  look(0, 0xe9e4e6, 0.98),
  look(2, 0xf2ece8, 0.94),
  look(1, 0xffffff, 1.12),
  look(0, 0xffffff, 0.94),
  look(2, 0xe2dce4, 1.06),
  look(0, 0xf6eddc, 1.02),
  look(3, 0xffffff, 1.03),
]
