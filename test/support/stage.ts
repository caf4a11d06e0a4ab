import type { PipView, Scene } from '../../games/platformer/scene.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }
/** A player that a test may move. */
export type Pip = Writable<PipView>

/** A scene turned by hand. */
export class Stage {
  readonly pips: Pip[] = []
  readonly coins: { id: number; x: number; y: number }[] = []
  readonly platforms: { id: number; index: number; x: number; y: number }[] = []
  readonly rounds: { id: number; phase: string; winnerId: number; winnerHue: number }[] = []
  readonly listeners = new Map<string, Set<(data: unknown, by: number | null) => void>>()
  readonly runs = new Set<(dtSeconds: number) => void>()

  get scene(): Scene {
    const lists = {
      pip: this.pips,
      coin: this.coins,
      platform: this.platforms,
      round: this.rounds,
    }
    return {
      entities: (kind: keyof typeof lists) => lists[kind],
      on: (event: string, listener: (data: unknown, by: number | null) => void) => {
        const all = this.listeners.get(event) ?? new Set()
        this.listeners.set(event, all.add(listener))
        return () => all.delete(listener)
      },
      onFrame: (run: (dtSeconds: number) => void) => {
        this.runs.add(run)
        return () => this.runs.delete(run)
      },
    } as unknown as Scene
  }

  join(id: number, x: number, y: number, more: Partial<Pip> = {}): Pip {
    const pip = { id, owner: id, kind: 'pip', mine: false, x, y, vx: 0, vy: 0, hue: 200 + id }
    const rest = { facing: 'right', grounded: true, platform: 0, coins: 0, name: `P${id}` }
    const made = { ...pip, ...rest, ...more } as Pip
    this.pips.push(made)
    return made
  }

  emit(event: string, data: unknown, by: number | null = null): void {
    for (const listener of this.listeners.get(event) ?? []) listener(data, by)
  }

  frames(count = 1, dtSeconds = 1 / 60): void {
    for (let i = 0; i < count; i++) for (const run of [...this.runs]) run(dtSeconds)
  }
}
