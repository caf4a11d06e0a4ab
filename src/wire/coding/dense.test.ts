import { expect, test } from 'vitest'
import { dense } from './dense.ts'

test('dense() says what to use', () => {
  expect(dense).toThrow(
    expect.objectContaining({ code: 'misuse', message: expect.stringContaining('tables()') }),
  )
})
