import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { goldenFolder, goldenTexts } from '../goldens.ts'
import { Digest } from './digest.ts'

/** A set of golden packets, as it is printed. */
export interface GoldenSet {
  readonly name: string
  readonly hash: string
  readonly packets: number
  readonly bytes: number
}

/** Where the golden packets stand that tests compare with. They are read as text, because these files run in tests only. */
const PACKET_FILES = {
  packets: '../../src/wire/goldens.case.ts',
  snapshots: '../../src/wire/snapshot-goldens.case.ts',
  packed: '../../src/wire/packed-goldens.case.ts',
} as const
/** A golden packet in such a file: its name and its bytes. */
const PACKET = /export const (\w+): Golden = \{\s*hex:\s*'([0-9a-f]*)'/g

interface Stream {
  readonly connections: readonly { readonly packets: readonly (readonly [string, string])[] }[]
}

/** All sets: the packets of the tests, the streams that are kept, and the same streams as the engine writes them now. */
export function goldenSets(): GoldenSet[] {
  const packets = Object.entries(PACKET_FILES).map(([name, path]) => packetSet(name, path))
  const kept = readdirSync(goldenFolder())
    .filter((file) => file.endsWith('.json') && file !== 'biome.json')
    .map((file) => [file, readFileSync(join(goldenFolder(), file), 'utf8')] as const)
  return [
    ...packets,
    ...kept.map(([file, text]) => streamSet(`kept-${file}`, text)),
    ...[...goldenTexts()].map(([file, text]) => streamSet(`written-${file}`, text)),
  ]
}

function packetSet(name: string, path: string): GoldenSet {
  const text = readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
  const digest = new Digest()
  let packets = 0
  let bytes = 0
  for (const [, golden = '', hex = ''] of text.matchAll(PACKET)) {
    digest.text(golden).text(hex)
    packets++
    bytes += hex.length / 2
  }
  if (packets === 0) throw new Error(`there are no golden packets in ${path}`)
  return { name: `golden-${name}`, hash: digest.hex, packets, bytes }
}

function streamSet(name: string, text: string): GoldenSet {
  const { connections } = JSON.parse(text) as Stream
  const packets = connections.flatMap((connection) => connection.packets)
  const bytes = packets.reduce((sum, [, hex]) => sum + hex.length / 2, 0)
  const hash = new Digest().text(text).hex
  return { name: `golden-${name.replace('.json', '')}`, hash, packets: packets.length, bytes }
}
