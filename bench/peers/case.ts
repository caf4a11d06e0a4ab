/** Something whose time is taken: prepared once, then run again and again. */
export interface Case {
  /** Whose, and what it does, as it stands in tables. */
  readonly name: string
  /** Does it once; every time as much work as the last. */
  run(): void
}

let sum = 0

/** Takes a result, so that what led to it is not optimised away. */
export function keep(value: number): void {
  sum += value
}

/** All that was kept. */
export function kept(): number {
  return sum
}
