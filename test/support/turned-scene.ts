import type { AnyGame } from 'glissade'
import type { EventOf, KindOf } from 'glissade/client'
import type { SceneOf } from '../../games/page/scene.ts'

export type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** A scene that shows what a test puts into its lists, and does what the test says. */
export abstract class TurnedScene<G extends AnyGame> {
  readonly listeners = new Map<string, Set<(data: unknown, by: number | null) => void>>()
  readonly runs = new Set<(dtSeconds: number) => void>()
  /** By kind. */
  protected abstract readonly lists: { readonly [K in KindOf<G>]: readonly object[] }

  get scene(): SceneOf<G> {
    return {
      entities: (kind: KindOf<G>) => this.lists[kind],
      on: (event: EventOf<G>, listener: (data: unknown, by: number | null) => void) => {
        const all = this.listeners.get(event) ?? new Set()
        this.listeners.set(event, all.add(listener))
        return () => all.delete(listener)
      },
      onFrame: (run: (dtSeconds: number) => void) => {
        this.runs.add(run)
        return () => this.runs.delete(run)
      },
    } as unknown as SceneOf<G>
  }

  emit(event: string, data: unknown, by: number | null = null): void {
    for (const listener of this.listeners.get(event) ?? []) listener(data, by)
  }

  frames(count = 1, dtSeconds = 1 / 60): void {
    for (let i = 0; i < count; i++) for (const run of [...this.runs]) run(dtSeconds)
  }
}
