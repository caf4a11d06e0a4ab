import { Random } from 'glissade'
import { BufferAttribute, BufferGeometry, Points, PointsMaterial } from 'three'
import { softDisc } from './brushes.ts'
import type { Place } from './instances.ts'

const FLAKES = 220
/** The box around the camera in which it snows, in metres. */
const WIDTH = 30
const HEIGHT = 12
const FALL = 0.9
const DRIFT = 0.5

/** Snow that falls around the camera, in one draw call. */
export class Snowfall {
  readonly points: Points
  readonly #offsets = new Float32Array(FLAKES * 3)
  readonly #places: BufferAttribute
  #fallen = 0

  constructor() {
    const random = new Random(9)
    for (let i = 0; i < this.#offsets.length; i++) this.#offsets[i] = random.next()
    this.#places = new BufferAttribute(new Float32Array(FLAKES * 3), 3)
    const geometry = new BufferGeometry().setAttribute('position', this.#places)
    const material = new PointsMaterial({
      map: softDisc(),
      size: 0.11,
      transparent: true,
      opacity: 0.9,
      depthWrite: false,
      fog: false,
    })
    this.points = new Points(geometry, material)
    this.points.frustumCulled = false
    this.points.renderOrder = 5
  }

  /** Call once per frame. The flakes keep their places in the world, whatever the camera does. */
  show(camera: Place, dtSeconds: number): void {
    this.#fallen += dtSeconds
    const places = this.#places.array
    const offsets = this.#offsets
    for (let n = 0; n < FLAKES; n++) {
      const at = 3 * n
      const pace = 0.6 + offsets[at]! * 0.8
      const drift = this.#fallen * DRIFT * (offsets[at + 1]! - 0.3)
      places[at] = around(offsets[at]! * WIDTH + drift, camera.x, WIDTH)
      places[at + 1] = around(
        offsets[at + 1]! * HEIGHT - this.#fallen * FALL * pace,
        HEIGHT / 2,
        HEIGHT,
      )
      places[at + 2] = around(offsets[at + 2]! * WIDTH + drift, camera.z - WIDTH / 3, WIDTH)
    }
    this.#places.needsUpdate = true
  }
}

/** The place in a row that repeats every `length` that is nearest to `middle`. */
const around = (at: number, middle: number, length: number): number =>
  at + Math.round((middle - at) / length) * length
