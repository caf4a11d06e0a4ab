import type { Counts } from './roles.ts'

/** What came of one kind of attacker: medians of its readings. */
export interface Outcome {
  readonly kind: string
  /** The 99th percentile of the times between two snapshots of the honest clients, by where the attacker is. */
  readonly p99GapMs: { readonly elsewhere: number; readonly here: number }
  /** Why honest clients were lost, one entry for each. */
  readonly lost: readonly string[]
  /** What the server held: before the first attack that counts, at most during one, and some time after the last. */
  readonly heldBytes: { readonly before: number; readonly peak: number; readonly after: number }
  /** What the attacker did here and what it met, all readings together. */
  readonly attacker: Counts
  /** Why connections to the room of the honest clients ended, theirs included. */
  readonly closed: Counts
  /** What ended the measurement before its time, as a server that is no more; '': nothing. */
  readonly failure: string
}

/** What the server may hold afterwards, of what it held before. */
export const MOST_HELD_AFTER = 1.1
/** The 99th percentile may rise by this share of it, or by so long, whichever is more. */
const MOST_RISE = 0.1
const MOST_RISE_MS = 2

/** What is not as it has to be, a line for each. A reading that is missing is a fault. */
export function faultsOf({ kind, p99GapMs, lost, heldBytes, failure }: Outcome): string[] {
  const faults: string[] = []
  if (failure !== '') faults.push(`${kind}: ${failure}`)
  const { elsewhere, here } = p99GapMs
  if (!(here - elsewhere <= Math.max(MOST_RISE_MS, MOST_RISE * elsewhere)))
    faults.push(`${kind}: the p99 gap rises from ${elsewhere.toFixed(1)} to ${here.toFixed(1)} ms`)
  if (lost.length > 0)
    faults.push(`${kind}: honest clients lost: ${lost.length} (${[...new Set(lost)].join(', ')})`)
  const { before, after } = heldBytes
  if (!(after <= MOST_HELD_AFTER * before))
    faults.push(`${kind}: what is held goes from ${megabytes(before)} to ${megabytes(after)} MB`)
  return faults
}

/** All kinds side by side, as a table in Markdown. */
export function tableOf(outcomes: readonly Outcome[]): string {
  return [
    '| attacker | p99 gap, ms: elsewhere | here | rise, ms | rise, % | lost | held, MB: before | peak | after | the attacker | the room ended | |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|---|---|---|',
    ...outcomes.map((outcome) => `| ${cellsOf(outcome).join(' | ')} |`),
  ].join('\n')
}

function cellsOf(outcome: Outcome): (string | number)[] {
  const { kind, p99GapMs, lost, heldBytes, attacker, closed } = outcome
  const { elsewhere, here } = p99GapMs
  const rise = here - elsewhere
  return [
    kind,
    elsewhere.toFixed(1),
    here.toFixed(1),
    rise.toFixed(1),
    ((100 * rise) / elsewhere).toFixed(0),
    lost.length,
    megabytes(heldBytes.before),
    megabytes(heldBytes.peak),
    megabytes(heldBytes.after),
    listed(attacker),
    listed(closed),
    faultsOf(outcome).length === 0 ? 'holds' : 'FAILS',
  ]
}

function listed(counts: Counts): string {
  const entries = Object.entries(counts).filter(([, count]) => count !== 0)
  return entries.map(([what, count]) => `${what} ${count}`).join(', ')
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
