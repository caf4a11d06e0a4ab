import type {
  DogView,
  EyeView,
  PenView,
  RoundView,
  SceneGame,
  SheepView,
  ShepherdView,
  WolfView,
} from '../../games/shepherd/picture/scene.ts'
import { TurnedScene, type Writable } from './turned-scene.ts'

/** A scene of the meadow, turned by hand. */
export class Pasture extends TurnedScene<SceneGame> {
  readonly shepherds: Writable<ShepherdView>[] = []
  readonly dogs: Writable<DogView>[] = []
  readonly eyes: Writable<EyeView>[] = []
  readonly sheep: Writable<SheepView>[] = []
  readonly wolves: Writable<WolfView>[] = []
  readonly pens: Writable<PenView>[] = []
  readonly rounds: Writable<RoundView>[] = []
  #ids = 100

  protected readonly lists = {
    shepherd: this.shepherds,
    dog: this.dogs,
    eye: this.eyes,
    sheep: this.sheep,
    wolf: this.wolves,
    pen: this.pens,
    round: this.rounds,
  }

  /** A shepherd with its dog beside it; the first one is the own one. */
  join(x: number, y: number): Writable<ShepherdView> {
    const owner = this.shepherds.length + 1
    const mine = owner === 1
    const hue = owner * 40
    const shepherd = { id: this.#ids++, owner, kind: 'shepherd', mine, x, y, score: 0, hue }
    const dog = { id: this.#ids++, owner, kind: 'dog', mine, x: x - 30, y, vx: 0, vy: 0, hue }
    const made = { ...shepherd, name: `P${owner}` } as Writable<ShepherdView>
    this.shepherds.push(made)
    this.dogs.push({ ...dog, restMs: 0 } as Writable<DogView>)
    return made
  }

  watch(x: number, y: number): Writable<EyeView> {
    const eye = { id: this.#ids++, owner: 9, kind: 'eye', mine: true, x, y } as Writable<EyeView>
    this.eyes.push(eye)
    return eye
  }

  graze(x: number, y: number): Writable<SheepView> {
    const id = this.#ids++
    const sheep = { id, owner: null, kind: 'sheep', mine: false, x, y, mood: 'calm', look: id % 16 }
    this.sheep.push(sheep as Writable<SheepView>)
    return sheep as Writable<SheepView>
  }

  /** The round, and so many sheep in each pen. */
  begin(counts: readonly number[] = [0, 0, 0]): Writable<RoundView> {
    for (const [index, count] of counts.entries())
      this.pens.push({ id: this.#ids++, kind: 'pen', index, count } as Writable<PenView>)
    const round = { id: this.#ids++, kind: 'round', phase: 'herd', secondsLeft: 200, night: 0 }
    this.rounds.push(round as unknown as Writable<RoundView>)
    return round as unknown as Writable<RoundView>
  }
}
