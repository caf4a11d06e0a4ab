import { exponent } from './cost/fit.ts'
import { bareFrame, objectsFrame, singlesFrame, snapshotFrame, tracksFrame } from './cpu/frames.ts'
import { sessionIntake, tracksIntake } from './cpu/intake.ts'
import { glissadeAnswer } from './cpu/replay.ts'
import { compare, median } from './cpu/rounds.ts'
import { bareViews, sessionFrame } from './cpu/session-frames.ts'
import { sessionReceiver } from './cpu/session-updates.ts'
import { measureUpdates, updatesOf } from './cpu/updates.ts'
import { bareSteps } from './peers/bare-steps.ts'
import type { Case } from './peers/case.ts'
import { loadPeers, type Peers } from './peers.ts'

const ENTITIES = 1000
const COUNTS = [100, 300, 1000, 3000]

/** Prints what motion costs the processor, as ratios within this one run, beside other packages. */
export async function printCpu(): Promise<void> {
  const peers = await loadPeers()
  // These two first: what V8 has learnt from what ran before in the process costs them up to a third.
  print("the server's state for an input arrives, 30 inputs later", [
    bareSteps(),
    glissadeAnswer(true),
    ...(peers?.replays() ?? []),
    glissadeAnswer(false),
    ...(peers?.matches() ?? []),
  ])
  print(`the default way of ${ENTITIES} entities to plain objects`, [
    bareFrame(ENTITIES),
    objectsFrame(ENTITIES),
  ])
  print(`a frame of a session with ${ENTITIES} entities of the room, x and y`, [
    bareViews(ENTITIES),
    sessionFrame(ENTITIES),
  ])
  const frames = [
    bareFrame(ENTITIES),
    snapshotFrame(ENTITIES),
    tracksFrame(ENTITIES),
    tracksFrame(ENTITIES, true),
    objectsFrame(ENTITIES),
    objectsFrame(ENTITIES, true),
    singlesFrame(ENTITIES),
    ...(peers?.frames(ENTITIES) ?? []),
  ]
  print(`a frame of ${ENTITIES} entities, x, y and angle`, frames)
  for (const make of [snapshotFrame, objectsFrame]) {
    const cases = COUNTS.map((count) => make(count))
    const points = compare(cases).map(({ ns }, i) => [COUNTS[i]!, ns] as const)
    console.log(
      `${cases[0]!.name}: grows with the entities to the power of ${exponent(points).toFixed(2)}`,
    )
  }
  console.log('')
  printIntake(peers?.intakes(ENTITIES) ?? [])
  console.log('')
  printUpdates(peers)
  if (!peers) console.log('the packages to compare with are not installed')
}

/** A table of cases, the first one being 1. */
function print(what: string, cases: readonly Case[], rounds?: number): void {
  const taken = compare(cases, rounds)
  console.log(`| ${what} | us | time (first row = 1) |\n|---|--:|--:|`)
  taken.forEach(({ ns, ratio }, i) => {
    console.log(
      `| ${cases[i]!.name} | ${(ns / 1000).toFixed(2)} | ${ratio.toFixed(ratio < 0.2 ? 3 : 2)} |`,
    )
  })
  console.log('')
}

/**
 * What taking in a snapshot costs. A session's way from the packet to its tracks stands apart: it is read off as the
 * session goes, together with its frames.
 */
function printIntake(others: readonly Case[]): void {
  const decoded = tracksIntake(ENTITIES)
  print(`a snapshot of ${ENTITIES} entities that all moved`, [...others, decoded], 60)
  const intake = sessionIntake(ENTITIES)
  const snapshots: number[] = []
  const frames: number[] = []
  for (let n = 0; n < 300; n++) {
    intake.run()
    if (n < 100) continue
    snapshots.push(intake.snapshotNs)
    frames.push(intake.frameNs)
  }
  const us = (values: readonly number[]): string => (median(values) / 1000).toFixed(0)
  console.log(
    `a packet of those to a whole session: ${us(snapshots)} us; its frame: ${us(frames)} us`,
  )
}

/** What real clients take for the updates of a server, from the bytes to where a frame finds the entities. */
function printUpdates(peers: Peers | null): void {
  for (const [movers, who] of [
    ['all', 'all of which move'],
    ['drawn', '300 of which move'],
  ] as const)
    for (const isQuantized of [false, true]) {
      const workload = updatesOf(ENTITIES, movers)
      const others = peers?.receivers(workload, isQuantized) ?? []
      const taken = measureUpdates(workload, [sessionReceiver(workload), ...others])
      console.log(
        `| an update of ${ENTITIES} entities, ${who} | us | least | a session's time (this row = 1) |`,
      )
      console.log('|---|--:|--:|--:|')
      for (const { name, ns, leastNs, share } of taken) {
        const us = [ns, leastNs].map((one) => (one / 1000).toFixed(0)).join(' | ')
        console.log(`| ${name} | ${us} | ${share.toFixed(2)} |`)
      }
      console.log('')
    }
}
