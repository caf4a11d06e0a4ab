import { Camera } from 'glissade/pixi'
import { Container } from 'pixi.js'
import { inPieces } from '../../page/in-pieces.ts'
import { Sight } from '../../page/sight.ts'
import { type Guide, newGuide } from '../lessons/guide.ts'
import { HEIGHT, START, WIDTH } from '../rules/level.ts'
import { Bits } from './bits.ts'
import { Cast } from './cast.ts'
import { CoinArrow } from './coin-arrow.ts'
import { CoinSprites } from './coin-sprites.ts'
import { Decor, decorSlice } from './decor.ts'
import { Ground, groundSlice } from './ground.ts'
import { PlatformSprites } from './platform-sprites.ts'
import type { PipView, Scene } from './scene.ts'
import { RIDGE_COUNT, ridgeContext, Scenery } from './scenery.ts'
import { SLICES } from './slices.ts'
import { Snow } from './snow.ts'
import { Snowballs } from './snowballs.ts'

/** What a picture is made with. */
export interface PictureOptions {
  /** Size of the picture in units, which are the level's pixels. */
  readonly width: number
  readonly height: number
  /** Drawn over the players, in the level's units. Default: nothing. */
  readonly marks?: Container | undefined
  /** What the lessons show, and where they find the player. Default: no lessons. */
  readonly guide?: Guide | undefined
}

/** How far above a player's feet the camera looks. */
const EYE_HEIGHT = 30
/** How far the middle of a figure is above its feet. */
const CHEST = 11

/**
 * A picture of a scene, one object for all its parts: scenery, ground, decoration, platforms, coins, players,
 * snowballs, particles, falling snow, and a camera. It shows itself at the end of each frame of the scene, and
 * allocates nothing in it. The camera follows the page's own player, if there is one. `buildPicture` makes one.
 */
export class Picture {
  /** What to put on a stage. Its upper left corner is the picture's. */
  readonly root: Container = new Container()
  readonly #world: Container = new Container()
  readonly #scenery: Scenery
  readonly #ground: Ground = new Ground()
  readonly #decor: Decor = new Decor()
  readonly #bits: Bits = new Bits()
  readonly #platforms: PlatformSprites
  readonly #coins: CoinSprites
  readonly #cast: Cast
  readonly #arrow: CoinArrow
  readonly #guide: Guide
  readonly #balls: Snowballs
  readonly #snow: Snow
  readonly #sight: Sight
  readonly #camera: Camera
  readonly #marks: Container | undefined
  /** A picture higher than the level shows sky above it: the camera's world begins this far up. */
  readonly #top: number
  #isWatching = false
  readonly #goal = { x: Number.NaN, y: Number.NaN }
  readonly #undo: readonly (() => void)[]

  constructor(scene: Scene, options: PictureOptions) {
    const { width, height } = options
    const sight = new Sight(width, height)
    this.#sight = sight
    this.#marks = options.marks
    this.#guide = options.guide ?? newGuide()
    this.#arrow = new CoinArrow(sight)
    this.#top = Math.min(HEIGHT - height, 0)
    this.#camera = new Camera({
      width,
      height,
      worldWidth: WIDTH,
      worldHeight: HEIGHT - this.#top,
      deadWidth: width * 0.14,
      deadHeight: height * 0.2,
    })
    this.snap(START.x, START.y - EYE_HEIGHT)
    this.#goal.x = Number.NaN

    // The camera moves first. Everything that follows it subscribes after it, in the order in which it is shown.
    const first = scene.onFrame((dtSeconds) => this.#look(dtSeconds))
    this.#scenery = new Scenery(width, height)
    this.#snow = new Snow(width, height)
    this.#platforms = new PlatformSprites(scene, sight)
    this.#coins = new CoinSprites(scene, sight, this.#bits)
    this.#cast = new Cast(scene, sight, this.#bits)
    this.#balls = new Snowballs(scene, sight, this.#bits)
    const last = scene.onFrame((dtSeconds) => this.#fly(dtSeconds))
    this.#undo = [
      first,
      last,
      this.#platforms.close,
      this.#coins.close,
      this.#cast.close,
      this.#balls.close,
      ...this.#listen(scene),
    ]
    const layers = {
      ways: this.#platforms.ways,
      ground: this.#ground.root,
      decor: this.#decor.root,
      platforms: this.#platforms.root,
      coins: this.#coins.root,
      players: this.#cast.root,
      balls: this.#balls.root,
      bits: this.#bits.root,
      arrow: this.#arrow.root,
    }
    for (const [label, layer] of Object.entries(layers)) {
      layer.label = label
      this.#world.addChild(layer)
    }
    if (options.marks) this.#world.addChild(options.marks)
    this.#world.label = 'world'
    this.root.addChild(this.#scenery.root, this.#world, this.#snow.root)
  }

  /** Lets the camera follow a point of the level, as it would a player. Call it in each frame, with a new point. */
  follow(x: number, y: number): void {
    this.#goal.x = x
    this.#goal.y = y
  }

  /** Puts a point of the level into the middle of the picture at once, and follows the point from then on. */
  snap(x: number, y: number): void {
    this.follow(x, y)
    this.#camera.snap(x, y - this.#top)
  }

  /** Destroys the picture and what it has drawn. What pictures share, and `marks`, live on. */
  close(): void {
    for (const undo of this.#undo) undo()
    this.root.removeFromParent()
    // By now, they may be part of the next picture.
    if (this.#marks?.parent === this.#world) this.#marks.removeFromParent()
    this.root.destroy({ children: true })
  }

  /** Moves the camera, and everything that depends on its place alone. */
  #look(dtSeconds: number): void {
    const camera = this.#camera
    const cast = this.#cast
    cast.look()
    const goal = this.#goal
    const { own } = cast
    if (!Number.isNaN(goal.x)) camera.follow(goal.x, goal.y - this.#top, dtSeconds)
    else if (own) this.#watch(own, dtSeconds)
    const sight = this.#sight
    sight.left = camera.x
    sight.top = camera.y + this.#top
    this.#world.position.set(-sight.left, -sight.top)
    this.#scenery.look(sight.left, sight.top, dtSeconds)
    this.#ground.look(sight)
    this.#decor.look(sight)
    this.#decor.sway(dtSeconds)
    this.#platforms.look()
    this.#coins.own = own
    this.#coins.pass(dtSeconds)
  }

  /** The camera does not travel to a player: it is there the first time that the page's own player is. */
  #watch({ x, y }: PipView, dtSeconds: number): void {
    const eyeY = y - EYE_HEIGHT - this.#top
    if (this.#isWatching) this.#camera.follow(x, eyeY, dtSeconds)
    else this.#camera.snap(x, eyeY)
    this.#isWatching = true
  }

  /** Moves everything that flies, when everybody is in place. */
  #fly(dtSeconds: number): void {
    this.#cast.celebrate(dtSeconds)
    this.#showGuide(dtSeconds)
    this.#bits.fly(dtSeconds)
    this.#snow.drift(this.#sight.left, this.#sight.top, dtSeconds)
  }

  #showGuide(dtSeconds: number): void {
    const { own } = this.#cast
    const guide = this.#guide
    this.#arrow.show(own, guide.target, dtSeconds)
    if (!own) return
    const { left, top, width, height } = this.#sight
    guide.feetX = (own.x - left) / width
    guide.feetY = (own.y - top) / height
    guide.unit = 1 / height
  }

  #listen(scene: Scene): (() => void)[] {
    const sight = this.#sight
    const bits = this.#bits
    const cast = this.#cast
    const balls = this.#balls
    return [
      scene.on('puff', ({ x, y, strength }) => {
        if (sight.sees(x, y, 40)) bits.puff(x, y, strength)
      }),
      scene.on('ouch', ({ x, y }, by) => {
        if (sight.sees(x, y, 40)) bits.burst(x, y - CHEST, 0, -60, 0.7)
        cast.raiser(by, x, y)?.comeBack()
      }),
      scene.on('thrown', ({ x, y }, by) => cast.raiser(by, x, y)?.swing()),
      scene.on('splat', ({ x, y, vx, thrower, victim }) => {
        const figure = cast.of(victim)
        figure?.hurt()
        // The page's own balls have burst where they met the figure.
        if (thrower === cast.own?.owner) return
        // The burst is at the victim as displayed, which may be somewhere else than at the server.
        if (figure) balls.burst(figure.x, figure.y - CHEST, vx)
        else balls.burst(x, y - CHEST, vx)
      }),
      scene.on('collected', ({ x, y, by }) => this.#coins.taken(x, y, by === cast.own?.owner)),
    ]
  }
}

/**
 * Builds a picture piece by piece, and lets the browser run in between. `onProgress` gets shares from 0 to 1 that never
 * go back. From then on, the picture shows itself at the end of each frame of the scene.
 */
export async function buildPicture(
  scene: Scene,
  options: PictureOptions,
  onProgress: (share: number) => void = () => {},
): Promise<Picture> {
  const pieces: (() => void)[] = []
  for (let i = 0; i < RIDGE_COUNT; i++) pieces.push(() => ridgeContext(i))
  for (let i = 0; i < SLICES; i++) pieces.push(() => groundSlice(i))
  for (let i = 0; i < SLICES; i++) pieces.push(() => decorSlice(i))
  await inPieces(pieces, onProgress)
  const picture = new Picture(scene, options)
  onProgress(1)
  return picture
}
