import type { AnyGame } from '../../../src/game/define-game.ts'
import { BitWriter } from '../../../src/wire/bits.ts'
import type { Coding } from '../../../src/wire/coding/coding.ts'
import { Frequencies } from '../../../src/wire/coding/frequency/frequencies.ts'
import { Layout } from '../../../src/wire/coding/frequency/layout.ts'
import { writeEntries } from '../../../src/wire/coding/frequency/learned.ts'
import { tables } from '../../../src/wire/coding/frequency/tables-coding.ts'
import { plansOf } from '../../../src/wire/records/plan.ts'
import type { Peers } from '../../peers.ts'
import type { SceneKind } from './cast.ts'
import { SCENES } from './index.ts'
import { measurePeer } from './measure-peer.ts'
import { gameOf, type Played, playScene } from './play.ts'
import { REFERENCE, SECONDS } from './reference.ts'
import { toldKinds } from './told.ts'

/** The codings of `codingsOf`. */
const NAMES = ['packed', 'tables, nothing learned', 'tables']
/** Share of packets lost in the runs that only compare. */
const LOSS = 0.2

/** Prints what each workload takes in each coding, the ratio to the reference, and the geometric means. */
export function printWorkloads(seeds: readonly number[], peers: Peers | null): void {
  for (const seed of seeds) {
    const known = REFERENCE[seed]
    const source = known ? 'the packed coding of commit 1e57568' : 'the packed coding as it is'
    console.log(`Seed ${seed}, ${SECONDS} s from the opening of the room, bytes of an update;`)
    console.log(`the reference (1.00) is ${source}; in brackets: the ratio to it\n`)
    const peerNames = peers ? ['Colyseus quantized', 'JSON changes deflated'] : []
    const head = ['', 'reference', ...NAMES, ...peerNames]
    console.log(`| ${[...head, `${NAMES.at(-1)} : Colyseus`].join(' | ')} |`)
    console.log(`|---${'|--:'.repeat(head.length)}|`)
    const rows = SCENES.map((scene) => rowOf(scene, seed, known?.[scene.name], peers))
    for (const { cells } of rows) console.log(`| ${cells.join(' | ')} |`)
    const means = NAMES.map((_, n) => mean(rows.map(({ ratios }) => ratios[n]!)).toFixed(3))
    const rest = peerNames.map(() => '')
    console.log(`| geometric mean | 1 | ${[...means, ...rest].join(' | ')} | |\n`)
    const sum = (what: (row: Row) => number) => rows.reduce((total, row) => total + what(row), 0)
    console.log(
      `${sum(({ compared }) => compared)} values of ${sum(({ ticks }) => ticks)} whole network ticks were compared, none was wrong:`,
    )
    console.log(`every coding at a loss of 0 and of ${LOSS} with packets out of order.\n`)
  }
}

interface Row {
  readonly cells: readonly string[]
  readonly ratios: readonly number[]
  readonly compared: number
  readonly ticks: number
}

function rowOf(
  scene: SceneKind,
  seed: number,
  known: number | undefined,
  peers: Peers | null,
): Row {
  const makers = peers?.scenes ?? []
  const game = gameOf(scene, null)
  const codings = codingsOf(game)
  const others = makers.map((make) => measurePeer(game, make(toldKinds(game))))
  const runs = codings.map((coding, n) => {
    const onTick =
      n > 0
        ? undefined
        : (actors: Parameters<(typeof others)[0]['take']>[0]) => {
            for (const peer of others) peer.take(actors)
          }
    return playScene(scene, { seed, seconds: SECONDS, coding, loss: 0, onTick })
  })
  const lossy = codings.map((coding) => {
    return playScene(scene, { seed, seconds: SECONDS, coding, loss: LOSS })
  })
  const reference = (known ?? runs[0]!.bytes) / runs[0]!.updates
  const bytes = runs.map((run) => run.bytes / run.updates)
  const ratios = bytes.map((own) => own / reference)
  const peerBytes = others.map((peer) => peer.bytes() / runs[0]!.updates)
  const total = (what: (run: Played) => number) =>
    [...runs, ...lossy].reduce((sum, run) => sum + what(run), 0)
  return {
    cells: [
      scene.name,
      reference.toFixed(1),
      ...bytes.map((own, n) => `${own.toFixed(1)} (${ratios[n]!.toFixed(3)})`),
      ...peerBytes.map((theirs) => theirs.toFixed(0)),
      peerBytes.length > 0 ? (bytes.at(-1)! / peerBytes[0]!).toFixed(3) : '',
    ],
    ratios,
    compared: total(({ compared }) => compared),
    ticks: total(({ comparedTicks }) => comparedTicks),
  }
}

/** The packed coding, tables as both ends have them from the start, and tables that the room learns. */
function codingsOf(game: AnyGame): (Coding | null)[] {
  const writer = new BitWriter()
  writeEntries(writer, new Frequencies(new Layout(plansOf(game))), [])
  return [null, tables(writer.toBytes()), tables()]
}

function mean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
}
