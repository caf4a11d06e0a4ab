import { expect, test } from 'vitest'
import { RowPages } from './row-pages.ts'

test('places lie side by side until the page is full, then in the next one', () => {
  const pages = new RowPages(10)
  const taken = [4, 6, 1].map((length) => ({ at: pages.take(length), page: pages.page }))
  expect(taken.map(({ at }) => at)).toEqual([0, 4, 0])
  expect(taken.map(({ page }) => page === taken[0]!.page)).toEqual([true, true, false])
})

test('what is longer than a page has one of its own, and so has every place of pages without length', () => {
  const pages = new RowPages(10)
  expect([pages.take(11), pages.page.length]).toEqual([0, 11])
  expect([pages.take(3), pages.page.length]).toEqual([0, 10])
  const alone = new RowPages(0)
  for (const length of [3, 3, 1])
    expect([alone.take(length), alone.page.length]).toEqual([0, length])
})
