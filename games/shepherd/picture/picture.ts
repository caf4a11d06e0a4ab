import type { Near } from 'glissade/client'
import { Container } from 'pixi.js'
import { inPieces } from '../../page/in-pieces.ts'
import { ownOf } from '../../page/own.ts'
import { Sight } from '../../page/sight.ts'
import { HEIGHT, START, WIDTH } from '../rules/meadow.ts'
import { BARK } from '../rules/scaring.ts'
import { Bits } from './bits.ts'
import { Cover } from './cover.ts'
import { Dust } from './dust.ts'
import { bakedFigures, bakeSteps } from './figures/bake.ts'
import { ANIMAL, Cast } from './figures/cast.ts'
import { Ground, groundTile, tilesAround } from './ground.ts'
import { Lamps } from './lamps.ts'
import { Lookout } from './lookout.ts'
import { Minimap, mapTexture } from './minimap.ts'
import { NightLight, normalBlend, paintLight } from './night-light.ts'
import { Ponds } from './ponds.ts'
import { Rings } from './rings.ts'
import type { RoundView, Scene, SheepView, ShepherdView } from './scene.ts'
import { PIECES, paintPieces } from './sheet.ts'
import { Signs } from './signs.ts'
import { SmallLife } from './small-life.ts'
import { Standing, sortByFoot, standingSpots } from './standing.ts'
import { TILES } from './tiles.ts'
import { TURF_ROWS, Turf, turfRow, turfRowAt } from './turf.ts'
import { WayArrow } from './way-arrow.ts'

/** What a picture is made with. */
export interface PictureOptions {
  /** Size of the picture in units of the meadow. */
  readonly width: number
  readonly height: number
  /** Drawn over everybody, in the meadow's units. Default: nothing. */
  readonly marks?: Container | undefined
  /** Finds the sheep that may be in sight, by `cull` of `glissade/client`. Default: all that the scene has. */
  readonly near?: ((sight: Sight, reach: number) => Near<SheepView>) | undefined
}

/** A small map is this share of the picture's width, within these bounds, and this far from its edges. */
const MAP_SHARE = 0.14
const LEAST_MAP = 78
const MOST_MAP = 116
const MAP_EDGE = 9
/** Pieces of the sheet that are painted in one go. */
const PIECES_AT_ONCE = 6

/**
 * A picture of a scene, one object for all its parts: ground, things and figures in order of their depth, effects, the
 * light of the time of day, a small map, and a camera. It shows itself at the end of each frame of the scene, and
 * allocates nothing in it. The camera follows the page's own shepherd or its own eye. `buildPicture` makes one.
 */
export class Picture {
  /** What to put on a stage. Its upper left corner is the picture's. */
  readonly root: Container = new Container()
  /** The small map, in the lower right corner. A page may put it somewhere else. */
  readonly map: Container
  readonly #world: Container = new Container()
  /** The parts on which the light of the time of day does not fall. */
  readonly #over: Container = new Container()
  readonly #depth: Container = new Container({ sortableChildren: true })
  readonly #sight: Sight
  readonly #lookout: Lookout
  readonly #ground: Ground = new Ground()
  readonly #turf: Turf = new Turf()
  readonly #ponds: Ponds
  readonly #rings: Rings = new Rings()
  readonly #standing: Standing
  readonly #signs: Signs
  readonly #cast: Cast
  readonly #bits: Bits = new Bits()
  readonly #dust: Dust
  readonly #hour: NightLight
  readonly #lamps: Lamps
  readonly #life: SmallLife
  readonly #map: Minimap
  readonly #arrow: WayArrow
  readonly #shepherds: readonly ShepherdView[]
  readonly #rounds: readonly RoundView[]
  readonly #marks: Container | undefined
  readonly #near: Near<SheepView> | undefined
  readonly #isStill: boolean = wantsStillness()
  readonly #undo: readonly (() => void)[]

  constructor(scene: Scene, options: PictureOptions) {
    const { width, height, marks, near } = options
    const sight = new Sight(width, height)
    this.#sight = sight
    this.#marks = marks
    this.#shepherds = scene.entities('shepherd')
    this.#rounds = scene.entities('round')
    this.#lookout = new Lookout(scene, sight)
    this.#ponds = new Ponds(this.#isStill)
    // This comes before anything that listens to frames.
    this.#near = near?.(sight, ANIMAL)
    this.#standing = new Standing(this.#depth)
    const cover = new Cover(standingSpots())
    this.#signs = new Signs(scene, this.#depth)
    this.#cast = new Cast(scene, bakedFigures(), this.#depth, sight, cover, this.#near?.views)
    this.#dust = new Dust(scene, sight, this.#bits)
    this.#hour = new NightLight(sight, this.#isStill)
    this.#lamps = new Lamps(scene, sight, this.#hour)
    this.#life = new SmallLife(sight)
    const mapWidth = Math.min(Math.max(width * MAP_SHARE, LEAST_MAP), MOST_MAP)
    this.#map = new Minimap(scene, sight, mapWidth)
    this.map = this.#map.root
    this.#arrow = new WayArrow(scene, sight, this.#isStill)
    this.map.position.set(
      width - mapWidth - MAP_EDGE,
      height - (mapWidth * HEIGHT) / WIDTH - MAP_EDGE,
    )
    const frames = [
      scene.onFrame((dtSeconds) => this.#show(dtSeconds)),
      scene.onFrame((dtSeconds) => this.#finish(dtSeconds)),
      scene.onFrame((dtSeconds) => this.#light(dtSeconds)),
      scene.onFrame((dtSeconds) => this.#arrow.show(dtSeconds)),
    ]
    this.#undo = [...frames, ...this.#listen(scene)]
    const layers = {
      ground: this.#ground.root,
      turf: this.#turf.root,
      ponds: this.#ponds.root,
      rings: this.#rings.root,
      shadows: this.#cast.shadows,
      depth: this.#depth,
      outlines: this.#cast.outlines,
      bits: this.#bits.root,
    }
    for (const [label, layer] of Object.entries(layers)) {
      layer.label = label
      this.#world.addChild(layer)
    }
    this.#world.label = 'world'
    this.#over.label = 'over'
    this.#over.addChild(this.#lamps.root, this.#cast.lights, normalBlend(), this.#cast.names)
    if (marks) this.#over.addChild(marks)
    const { day, night } = this.#life
    this.root.addChild(this.#world, day, this.#hour.root, night, this.#over)
    this.root.addChild(this.#arrow.root, this.map)
  }

  /**
   * Makes the camera follow a point of the meadow, as it would follow a shepherd. Call in each frame, with a new point.
   * NaN, NaN: the camera follows its earlier target.
   */
  follow(x: number, y: number): void {
    this.#lookout.follow(x, y)
  }

  /** Destroys the picture and what it has drawn. What pictures share, and `marks`, live on. */
  close(): void {
    for (const undo of this.#undo) undo()
    this.#near?.end()
    this.#lookout.close()
    this.#cast.close()
    this.#map.close()
    this.root.removeFromParent()
    // By now, they may be part of the next picture.
    if (this.#marks?.parent === this.#over) this.#marks.removeFromParent()
    this.root.destroy({ children: true })
    this.#hour.close()
  }

  /** Moves everything that depends on the camera's place alone. */
  #show(dtSeconds: number): void {
    const sight = this.#sight
    this.#lookout.turn()
    this.#shift(this.#world)
    this.#shift(this.#over)
    this.#ground.look(sight)
    this.#turf.look(sight)
    this.#ponds.look(sight, dtSeconds)
    this.#standing.look(sight)
    this.#signs.show(dtSeconds)
    this.#cast.show(dtSeconds)
  }

  /** Depth and effects, when everybody is in place. */
  #finish(dtSeconds: number): void {
    sortByFoot(this.#depth)
    if (!this.#isStill) this.#dust.raise(dtSeconds)
    this.#bits.fly(dtSeconds)
    this.#rings.spread(dtSeconds)
    this.#map.show(dtSeconds)
  }

  /** The light of the time of day, and everything that shines in it. */
  #light(dtSeconds: number): void {
    this.#hour.begin(this.#rounds[0]?.night ?? 0, dtSeconds)
    this.#lamps.shine(dtSeconds)
    this.#hour.end()
    if (!this.#isStill) this.#life.drift(this.#hour.lamps, dtSeconds)
  }

  #shift({ position }: Container): void {
    position.x = -this.#sight.left
    position.y = -this.#sight.top
  }

  #listen(scene: Scene): (() => void)[] {
    const sight = this.#sight
    return [
      scene.on('barked', ({ x, y }) => {
        if (sight.sees(x, y, BARK.radius)) this.#rings.bark(x, y)
      }),
      scene.on('homed', ({ x, y, by }) => {
        if (sight.sees(x, y, 40)) this.#bits.welcome(x, y, by !== 0 && by === this.#ownId())
      }),
      scene.on('caught', ({ x, y }) => {
        if (sight.sees(x, y, 40)) this.#bits.lament(x, y)
      }),
    ]
  }

  /** The number of the page's own player; -1 for a spectator. */
  #ownId(): number {
    return ownOf(this.#shepherds)?.owner ?? -1
  }
}

/** Whether moving decoration is not wanted. */
function wantsStillness(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
}

/**
 * Builds a picture piece by piece, and lets the browser run in between. `onProgress` gets shares from 0 to 1 that never
 * go back. From then on, the picture shows itself at the end of each frame of the scene. At first it has what can be seen
 * where shepherds begin, and all people. What is left, sheep before anything else, follows between frames. A piece that
 * comes into sight before its turn is made at once.
 */
export async function buildPicture(
  scene: Scene,
  options: PictureOptions,
  onProgress: (share: number) => void = () => {},
): Promise<Picture> {
  const { first, rest } = stepsOf(options)
  await inPieces(first, onProgress)
  const picture = new Picture(scene, options)
  onProgress(1)
  void inPieces(rest, () => {})
  return picture
}

function stepsOf({ width, height }: PictureOptions): Record<'first' | 'rest', (() => void)[]> {
  const { first, rest } = bakeSteps()
  const steps = { first: [] as (() => void)[], rest: [...rest] }
  for (let n = PIECES_AT_ONCE; n < PIECES + PIECES_AT_ONCE; n += PIECES_AT_ONCE)
    steps.first.push(() => paintPieces(Math.min(n, PIECES)))
  steps.first.push(...first)
  for (const i of tilesAround(START.x, START.y, width, height))
    steps.first.push(() => groundTile(i))
  for (let y = START.y - height / 2; y < START.y + height; y += height / 4)
    steps.first.push(() => turfRow(turfRowAt(y)))
  steps.first.push(standingSpots, mapTexture, paintLight)
  for (let i = 0; i < TILES; i++) steps.rest.push(() => groundTile(i))
  for (let i = 0; i < TURF_ROWS; i++) steps.rest.push(() => turfRow(i))
  return steps
}
