import { describe, expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** A task that ends when the test says so, and notes that it has begun. */
function held(begun: string[], name: string) {
  let end = (_value: string): void => {}
  let fail = (_error: Error): void => {}
  const task = (): Promise<string> => {
    begun.push(name)
    return new Promise((resolve, reject) => {
      end = resolve
      fail = reject
    })
  }
  return { task, end: () => end(name), fail: () => fail(new Error(name)) }
}

const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 10; turns++) await Promise.resolve()
}

describe('tasks', () => {
  test('run one after another, also after one that fails, and those of another key apart', async () => {
    const turns = new Turns(10)
    const begun: string[] = []
    const [a, b, c] = ['a', 'b', 'c'].map((name) => held(begun, name))
    const first = turns.run('game', 'one', a!.task)
    const second = turns.run('game', 'one', b!.task)
    const third = turns.run('other', 'one', c!.task)
    expect(begun).toEqual(['a', 'c'])
    a!.fail()
    await expect(first).rejects.toThrow('a')
    await settle()
    expect(begun).toEqual(['a', 'c', 'b'])
    b!.end()
    c!.end()
    expect(await Promise.all([second, third])).toEqual(['b', 'c'])
  })

  test('of one who asks for many let those of others come in between', async () => {
    const turns = new Turns(100)
    const order: string[] = []
    const ask = (who: string, name: string) =>
      turns.run('game', who, async () => {
        order.push(name)
        await Promise.resolve()
      })
    const all = Array.from({ length: 20 }, (_, n) => ask('greedy', `greedy ${n}`))
    all.push(ask('a', 'a'), ask('b', 'b'), ask('a', 'a again'))
    await Promise.all(all)
    // The first one had begun. Then everybody has a turn, whatever the greedy one still wants.
    expect(order.indexOf('a')).toBeLessThanOrEqual(2)
    expect(order.indexOf('b')).toBeLessThanOrEqual(3)
    expect(order.indexOf('a again')).toBeLessThanOrEqual(5)
    expect(order).toHaveLength(23)
  })

  test('are given up if too many wait: the last one of whoever has most', async () => {
    const turns = new Turns(4)
    const begun: string[] = []
    const first = held(begun, 'first')
    const running = turns.run('game', 'greedy', first.task)
    const ask = (who: string, name: string) => turns.run('game', who, async () => name)
    const greedy = [1, 2, 3, 4, 5, 6].map((n) => ask('greedy', `greedy ${n}`))
    const others = ['a', 'b', 'c'].map((who) => ask(who, who))
    first.end()
    expect(await running).toBe('first')
    expect(await Promise.all(others)).toEqual(['a', 'b', 'c'])
    expect(await Promise.all(greedy)).toEqual(['greedy 1', null, null, null, null, null])
  })
})
