import { expect } from 'vitest'

/** Expects that what is built in many pieces lets others have their turn, and says how far it is: 0 to 1, never back. */
export async function expectPieces(
  least: number,
  build: (progress: (share: number) => void) => Promise<unknown>,
): Promise<void> {
  const shares: number[] = []
  let turns = 0
  let isBuilding = true
  const turn = (): void => {
    turns++
    if (isBuilding) setImmediate(turn)
  }
  turn()
  await build((share) => shares.push(share))
  isBuilding = false
  expect(shares[0]).toBe(0)
  expect(shares.at(-1)).toBe(1)
  expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b))
  expect(shares.length).toBeGreaterThan(least)
  expect(turns).toBeGreaterThan(10)
}
