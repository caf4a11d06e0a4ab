import type { AttackCounts } from './roles.ts'

/** What is compared of one kind of attacker: medians of its readings. */
export interface Outcome {
  readonly kind: string
  /** The 99th percentile of the times between two snapshots of the honest clients, by where the attacker is. */
  readonly p99GapMs: { readonly elsewhere: number; readonly here: number }
  /** Why honest clients were lost, one entry for each; also "the server has ended" and the like. */
  readonly lost: readonly string[]
  /** What the server held: before the first attack, at most during one, some time after the last. */
  readonly heldBytes: { readonly before: number; readonly peak: number; readonly after: number }
  /** What the attacker did and met here, all readings together. */
  readonly attacker: AttackCounts
}

/** The rise of the 99th percentile may be this share of it, or so long, whichever is more. */
const MOST_RISE_SHARE = 0.1
const MOST_RISE_MS = 2
/** What the server may hold afterwards, of what it held before. */
export const MOST_HELD_AFTER = 1.1

/** What is not as it has to be, a sentence for each. */
export function faultsOf({ kind, p99GapMs, lost, heldBytes }: Outcome): string[] {
  const faults: string[] = []
  const { elsewhere, here } = p99GapMs
  // Written so that NaN is a fault too.
  if (!(here - elsewhere <= Math.max(MOST_RISE_MS, MOST_RISE_SHARE * elsewhere)))
    faults.push(`${kind}: the honest clients' p99 gap rises from ${ms(elsewhere)} to ${ms(here)}`)
  if (lost.length > 0)
    faults.push(`${kind}: ${lost.length} honest clients are lost: ${[...new Set(lost)].join(', ')}`)
  const { before, after } = heldBytes
  if (!(after <= MOST_HELD_AFTER * before))
    faults.push(`${kind}: the server holds ${megabytes(after)}, before it was ${megabytes(before)}`)
  return faults
}

/** All kinds side by side, as a table in Markdown. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => {
    const { kind, p99GapMs, lost, heldBytes, attacker } = outcome
    const { elsewhere, here } = p99GapMs
    const rise = here - elsewhere
    const cells = [
      kind,
      elsewhere.toFixed(1),
      here.toFixed(1),
      rise.toFixed(1),
      ((100 * rise) / elsewhere).toFixed(0),
      lost.length,
      ...[heldBytes.before, heldBytes.peak, heldBytes.after].map((bytes) =>
        (bytes / 1e6).toFixed(1),
      ),
      Object.entries(attacker)
        .map(([what, count]) => `${what} ${count}`)
        .join(', '),
      faultsOf(outcome).length === 0 ? '' : 'fails',
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| attacker | p99 gap, ms: elsewhere | here | rise, ms | % | lost | held, MB: before | peak | after | what became of it | |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|---|---|',
    ...rows,
  ].join('\n')
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
