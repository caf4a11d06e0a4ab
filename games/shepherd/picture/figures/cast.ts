import { Container } from 'pixi.js'
import type { Sight } from '../../../page/sight.ts'
import type { Cover } from '../cover.ts'
import type { DogView, RoundView, Scene, SheepView, ShepherdView, WolfView } from '../scene.ts'
import type { FigureTextures } from './bake.ts'
import { Beat } from './beat.ts'
import { DogFigure, locateDog } from './dog-figure.ts'
import type { Layers } from './layers.ts'
import { locateSheep, SheepFigure } from './sheep-figure.ts'
import { locateShepherd, ShepherdFigure } from './shepherd-figure.ts'
import { Troupe } from './troupe.ts'
import { locateWolf, WolfFigure } from './wolf-figure.ts'

/** How far figures reach round their feet, in units; a shepherd with its name. */
export const ANIMAL = 40
const PERSON = 80

/**
 * Everybody in a scene: sheep, shepherds, dogs and wolves. A figure out of sight is not drawn and costs a comparison
 * per frame. Figures are in a layer of the caller's, each with its feet at its place, so that `depthByY` can put them
 * in order with everything else there. What is not in that order has layers of its own, under and over it.
 */
export class Cast {
  /** Goes under the layer of the figures. */
  readonly shadows: Container = new Container()
  /** Eyes of wolves and flames of lanterns at night. Goes over whatever makes the night. */
  readonly lights: Container = new Container()
  /** Own figures behind plants. Goes over the layer of the figures. */
  readonly outlines: Container = new Container()
  /** Goes over everything. */
  readonly names: Container = new Container()
  readonly #beat: Beat = new Beat()
  readonly #rounds: readonly RoundView[]
  readonly #sheep: Troupe<SheepView, SheepFigure>
  readonly #shepherds: Troupe<ShepherdView, ShepherdFigure>
  readonly #dogs: Troupe<DogView, DogFigure>
  readonly #wolves: Troupe<WolfView, WolfFigure>
  readonly #undo: () => void
  #night = -1

  /**
   * `figures`: the layer that holds the figures. `cover`: the plants that may hide them; default: none. `sheep`: all that may
   * be in sight.
   */
  constructor(
    scene: Scene,
    textures: FigureTextures,
    figures: Container,
    sight: Sight,
    cover: Cover | null = null,
    sheep: readonly SheepView[] = scene.entities('sheep'),
  ) {
    const { shadows, outlines, lights, names } = this
    const layers: Layers = { shadows, figures, outlines, cover, lights, names }
    this.#rounds = scene.entities('round')
    this.#sheep = new Troupe(
      sheep,
      sight,
      ANIMAL,
      locateSheep,
      () => new SheepFigure(textures, layers),
    )
    this.#shepherds = new Troupe(
      scene.entities('shepherd'),
      sight,
      PERSON,
      locateShepherd,
      () => new ShepherdFigure(textures, layers),
    )
    this.#dogs = new Troupe(
      scene.entities('dog'),
      sight,
      ANIMAL,
      locateDog,
      () => new DogFigure(textures, layers),
    )
    this.#wolves = new Troupe(
      scene.entities('wolf'),
      sight,
      ANIMAL,
      locateWolf,
      () => new WolfFigure(textures, layers),
    )
    this.#undo = scene.on('barked', (place, by) => this.#bark(place, by ?? 0))
  }

  /** Call once per frame, when the picture has moved to its place. Allocates only when a figure comes into sight. */
  show(dtSeconds: number): void {
    this.#beat.next(dtSeconds)
    this.#light(this.#rounds[0]?.night ?? 0)
    this.#sheep.show(this.#beat)
    this.#shepherds.show(this.#beat)
    this.#dogs.show(this.#beat)
    this.#wolves.show(this.#beat)
  }

  /** Destroys it, and takes all its sprites out of the layers. */
  close(): void {
    this.#undo()
    this.#sheep.close()
    this.#shepherds.close()
    this.#dogs.close()
    this.#wolves.close()
    for (const layer of [this.shadows, this.outlines, this.lights, this.names])
      layer.destroy({ children: true })
  }

  /** How dark the night is, from 0 to 255, for the lights. */
  #light(night: number): void {
    if (night === this.#night) return
    this.#night = night
    this.lights.visible = night > 0
    this.lights.alpha = night / 255
  }

  /** `by`: the player whose dog barks; 0: the dog of a bot, near that place. */
  #bark(place: { readonly x: number; readonly y: number }, by: number): void {
    for (let i = 0; i < this.#dogs.count; i++) {
      const dog = this.#dogs.at(i)
      if (dog?.owner === by && (by !== 0 || dog.isNear(place))) dog.bark()
    }
  }
}
