import { expect, test } from 'vitest'
import { Progress } from './progress.ts'

const terminal = (columns: number) => {
  const written: string[] = []
  return { isTTY: true, columns, written, write: (text: string) => written.push(text) }
}

test('one line fills up, says what is next, and is removed', () => {
  const output = terminal(120)
  const progress = new Progress(output, 8, 1000)
  progress.show(0, 'first', 1000)
  progress.show(2, 'third', 5000)
  progress.end()
  const [first, third, last] = output.written
  expect(first).toContain('[........................] 0/8  first')
  expect(third).toContain('[######..................] 2/8, 12 s left  third')
  expect(last).toBe('\r\u001b[2K')
  expect(output.written.join('')).not.toContain('\n')
})

test('it is never longer than the terminal is wide, nor drawn more than ten times a second', () => {
  const output = terminal(40)
  const progress = new Progress(output, 100, 0)
  for (let done = 0; done < 100; done++) progress.show(done, 'x'.repeat(100), done * 10)
  expect(output.written.length).toBe(10)
  for (const line of output.written) expect(line.replace('\r\u001b[2K', '').length).toBe(39)
})

test('nothing is written unless the output is a terminal', () => {
  const output = { ...terminal(80), isTTY: false }
  const progress = new Progress(output, 2, 0)
  progress.show(1, 'second', 0)
  progress.end()
  expect(output.written).toEqual([])
})
