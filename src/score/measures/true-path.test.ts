import { expect, test } from 'vitest'
import { TruePath } from './true-path.ts'

const out = new Float64Array(5)

function at(path: TruePath, timeMs: number): number[] {
  path.state(timeMs, out, 1)
  return [...out.subarray(1)]
}

test('the path is straight between two states, with its velocity per second', () => {
  const path = new TruePath()
  path.add(100, 10, 0)
  path.add(150, 20, -5)
  path.add(200, 20, -5)
  expect(at(path, 125)).toEqual([15, -2.5, 200, -100])
  expect(at(path, 200)).toEqual([20, -5, 0, 0])
})

test('the path stands still before the first state and after the last', () => {
  const path = new TruePath()
  path.add(100, 10, 1)
  path.add(150, 20, 2)
  expect(at(path, 0).slice(0, 2)).toEqual([10, 1])
  expect(at(path, 900).slice(0, 2)).toEqual([20, 2])
})

test('a step that is added again, as by the other end, changes nothing', () => {
  const path = new TruePath()
  path.add(100, 10, 1)
  path.add(150, 20, 2)
  path.add(150, 99, 99)
  path.add(100, 99, 99)
  expect(at(path, 150).slice(0, 2)).toEqual([20, 2])
})
