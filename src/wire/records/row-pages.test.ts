import { expect, test } from 'vitest'
import { RowHistory } from './row-history.ts'
import { RowPages } from './row-pages.ts'

test('places lie side by side until the page is full, then in the next page', () => {
  const pages = new RowPages(10)
  const taken = [4, 6, 1].map((length) => ({ at: pages.take(length), page: pages.page }))
  expect(taken.map(({ at }) => at)).toEqual([0, 4, 0])
  expect(taken.map(({ page }) => page === taken[0]!.page)).toEqual([true, true, false])
})

test('a place longer than a page has its own page, and so has every place of pages without length', () => {
  const pages = new RowPages(10)
  expect([pages.take(11), pages.page.length]).toEqual([0, 11])
  expect([pages.take(3), pages.page.length]).toEqual([0, 10])
  const alone = new RowPages(0)
  for (const length of [3, 3, 1])
    expect([alone.take(length), alone.page.length]).toEqual([0, length])
})

test('places given back are reused for as many numbers', () => {
  const pages = new RowPages(10)
  const [first, second] = [pages.take(4), pages.take(4)]
  const { page } = pages
  pages.give(page, first, 4)
  expect([pages.take(3), pages.page === page]).toEqual([0, false])
  expect([pages.take(4), pages.page === page]).toEqual([first, true])
  pages.give(page, second, 4)
  expect([pages.take(4), pages.page === page]).toEqual([second, true])
  expect([pages.take(4), pages.page === page]).toEqual([3, false])
})

test('short-lived histories among lasting ones hold no more pages than live at once, and keep their rows', () => {
  const pages = new RowPages(4096)
  const lasting: RowHistory[] = []
  const flying: { readonly history: RowHistory; readonly born: number }[] = []
  const seen = new Set<Int32Array>()
  for (let tick = 0; tick < 3000; tick++) {
    for (let i = 0; i < 5; i++) flying.push({ history: new RowHistory(13, pages), born: tick })
    if (tick % 10 === 0) {
      const history = new RowHistory(13, pages)
      history.push(tick)
      history.rows.fill(tick, history.newestOffset, history.newestOffset + 13)
      lasting.push(history)
    }
    for (const { history } of flying) {
      history.push(tick, tick - 8)
      history.rows.fill(-tick, history.newestOffset, history.newestOffset + 13)
      seen.add(history.rows)
    }
    while (flying[0] && tick - flying[0].born >= 20) flying.shift()?.history.release()
  }
  for (const [i, { rows, newestOffset }] of lasting.entries())
    expect(rows.subarray(newestOffset, newestOffset + 13).every((value) => value === 10 * i)).toBe(
      true,
    )
  for (const { history } of flying) expect(history.rows[history.find(2999)]).toBe(-2999)
  // A hundred histories at a time of 16 rows of 14 numbers, with the places they have outgrown, and 300 lasting ones of two
  // rows.
  expect(seen.size).toBeLessThanOrEqual(Math.ceil((100 * 30 * 14 + 300 * 2 * 14) / 4096) + 1)
})
