import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, read } from './source-file.ts'

/** A row of docs/RELIABILITY.md: a promise, and what holds it. */
interface Row {
  readonly promise: string
  readonly holders: readonly string[]
}

const rows: Row[] = read('docs/RELIABILITY.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
  .map((line) => {
    const [, promise = '', held = ''] = line.split('|').map((cell) => cell.trim())
    return { promise, holders: [...held.matchAll(/`([^`]+)`/g)].map(([, holder]) => holder!) }
  })

test('there are rows', () => {
  expect(rows.length).toBeGreaterThan(20)
})

describe('what is said to hold a promise is there:', () => {
  test.each(rows)('$promise', ({ holders }) => {
    expect(holders.filter((holder) => holder.endsWith('.test.ts'))).not.toEqual([])
    for (const holder of holders) expect(faultOf(holder)).toBe('')
  })
})

/** Why something cannot hold a promise; '' when it can. */
function faultOf(holder: string): string {
  const [, job, name] = /^npm run (\w+) -- (\w+)$/.exec(holder) ?? []
  if (job === 'soak') return isSoak(name!) ? '' : `no soak '${name}'`
  if (job === 'bench') return read('bench/index.ts').includes(`'${name}'`) ? '' : `no '${name}'`
  if (!holder.endsWith('.test.ts')) return `'${holder}' is no test`
  if (!existsSync(join(ROOT, holder))) return `there is no ${holder}`
  return /\btest(\.\w+)*[(`<]/.test(readFileSync(join(ROOT, holder), 'utf8')) ? '' : 'has no test'
}

function isSoak(name: string): boolean {
  return ['test', 'test/fuzz', 'test/storm'].some((folder) =>
    existsSync(join(ROOT, folder, `${name}.soak.ts`)),
  )
}
