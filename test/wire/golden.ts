import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { type Column, type Kind, placesOf, type State } from './columns.ts'
import type { GameSchema } from './said.ts'

type Row = readonly (number | string | null)[]
type Told = readonly [generation: number, kind: number, owner: number, row: Row]

/** A golden stream as its file has it. */
export interface GoldenFile {
  readonly formatVersion: number
  readonly coding: string
  readonly link: 'ordered' | 'datagram'
  readonly game: GameSchema & { readonly name: string; readonly hash: number }
  readonly moments: readonly {
    readonly tick: number
    readonly entities: Readonly<Record<string, Told | Readonly<Record<string, Row[number]>> | null>>
    readonly times: readonly (readonly [player: number, subTicks: number])[]
    readonly extras?: readonly (readonly [slot: number, stepsBack: number, row: Row])[]
  }[]
  readonly events: readonly {
    readonly id: number
    readonly kind: number
    readonly player: number
    readonly input: number
    readonly index: number
    readonly stamp: number
    readonly tick: number
    readonly row: Row
  }[]
  readonly connections: readonly {
    readonly player: number
    readonly profile: Row
    readonly inputs: readonly Row[]
    readonly messages: { readonly up: readonly string[]; readonly down: readonly string[] }
    readonly packets: readonly (readonly ['up' | 'down', string])[]
  }[]
}

/** What the room was at a network tick. */
export interface Moment {
  readonly entities: ReadonlyMap<number, Told>
  readonly times: GoldenFile['moments'][number]['times']
  readonly extras: NonNullable<GoldenFile['moments'][number]['extras']>
}

const FOLDER = new URL('./goldens/', import.meta.url)

/** All golden streams of all format versions, by the place of their file. */
export function goldenFiles(): Map<string, string> {
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /^v\d+[\\/].*\.json$/.test(name)).sort()
  return new Map(files.map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]))
}

/** Expects two values to be the same; quick where they are. */
export function expectEqual(is: unknown, wanted: unknown, what: string): void {
  if (JSON.stringify(is) !== JSON.stringify(wanted)) expect(is, what).toEqual(wanted)
}

const MOMENTS = new WeakMap<GoldenFile, Map<number, Moment>>()

/** What the room was, by network tick. */
export function momentsOf(golden: GoldenFile): Map<number, Moment> {
  const moments = MOMENTS.get(golden) ?? unfolded(golden)
  MOMENTS.set(golden, moments)
  return moments
}

function unfolded({ moments }: GoldenFile): Map<number, Moment> {
  const entities = new Map<number, Told>()
  return new Map(
    moments.map(({ tick, entities: changed, times, extras = [] }) => {
      for (const [slot, change] of Object.entries(changed)) {
        const was = entities.get(Number(slot))
        if (change === null) entities.delete(Number(slot))
        else if (isWhole(change)) entities.set(Number(slot), change)
        else if (was) {
          const row = was[3].map((value, i) => (`${i}` in change ? change[`${i}`]! : value))
          entities.set(Number(slot), [was[0], was[1], was[2], row])
        }
      }
      return [tick, { entities: new Map(entities), times, extras }]
    }),
  )
}

function isWhole(change: object): change is Told {
  return Array.isArray(change)
}

/** What some columns of a row are on everybody's grid. */
export function coarseOf({ columns }: Kind, places: readonly number[], row: Row): unknown[] {
  return places.map((i) => onCoarseGrid(columns[i]!, row[i]!))
}

/** The same of what was decoded, which is on some grid already. */
export function told(places: readonly number[], state: State): unknown[] {
  return places.map((i) => state[i])
}

/** Columns whose value is whatever was told when the entity entered. */
export function oncePlaces(kind: Kind): number[] {
  return placesOf(kind, 'entering').filter((i) => kind.columns[i]!.seen === 'once')
}

function onCoarseGrid({ op, ratio }: Column, value: number | string | null): unknown {
  return op === 'text' ? value : Math.round(Number(value) / ratio)
}
