import { afterEach, expect, test, vi } from 'vitest'
import { endOnSignal } from './signals.ts'

let undo = (): void => {}
afterEach(() => {
  undo()
  vi.restoreAllMocks()
})

test('SIGTERM long after Ctrl-C changes nothing, and a second Ctrl-C ends the process at once', () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  const now = vi.spyOn(performance, 'now')
  const at = (ms: number, signal: NodeJS.Signals): void => {
    now.mockReturnValue(ms)
    process.emit(signal, signal)
  }
  let ends = 0
  undo = endOnSignal(() => {
    ends++
    return new Promise(() => {})
  })
  at(1000, 'SIGINT')
  at(1100, 'SIGINT')
  at(3000, 'SIGTERM')
  expect(ends).toBe(1)
  expect(exit).not.toHaveBeenCalled()
  at(4000, 'SIGINT')
  expect(exit).toHaveBeenCalledWith(130)
})
