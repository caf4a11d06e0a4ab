import { NETWORKS, PLAYOUTS } from './parts.ts'
import type { Play } from './play.ts'

/** Lets things happen in a simulation, at set moments. */
type Plot = (play: Play) => void

const SILENCE = { up: { loss: 1 }, down: { loss: 1 } }
/** No greeting, half of one, one of another version, and a close. */
const STRANGE = [
  [99],
  [1, 0x47, 0x4c, 0x53],
  [1, 0x47, 0x4c, 0x53, 0x44, 0, 9, 9, 9],
  [3, 0, 0],
  [],
]

/** What can happen beside play, by name. Times are in ms; clients are named by their place, and who is missing does nothing. */
export const PLOTS = {
  /** Players come late, leave, are thrown out, and come again. */
  comings(play) {
    play.at(2100, () => play.join())
    play.at(2900, () => play.client(1)?.leave())
    play.at(3700, () => play.join())
    play.at(4400, () => play.stage.kick(0, 'für heute'))
    play.at(4900, () => play.join())
  },
  /** Connections break and are made again; a page is loaded anew, and a second page takes a player over. */
  breaks(play) {
    play.at(1900, () => play.client(0)?.connection.cut(300))
    play.at(2600, () => play.client(1)?.connection.cut(0))
    play.at(3300, () => play.reload(2))
    play.at(4300, () => play.client(0)?.connection.cut(1700))
    play.at(5200, () => play.takeOver(1))
  },
  /** A connection stays broken until the place is given up. */
  losses(play) {
    play.at(2000, () => play.client(1)?.connection.cut(4000))
    play.at(2300, () => play.client(0)?.vanish())
    play.at(4800, () => play.join())
  },
  /** Pages are hidden, for moments and for seconds. */
  hiding(play) {
    play.at(1800, () => play.client(1)?.hide(2500))
    play.at(2500, () => play.client(0)?.hide(400))
    play.at(5300, () => play.client(2)?.hide(1200))
    play.at(5600, () => play.client(0)?.hide(1100))
  },
  /** The server's process stands still. */
  pauses(play) {
    play.at(1700, () => play.stage.pause(180, false))
    play.at(2600, () => play.stage.pause(700, true))
    play.at(4600, () => play.stage.pause(1400, false))
  },
  /** Networks become other ones, and one is silent for a while. */
  conditions(play) {
    play.at(1500, () => play.network(0, NETWORKS.jitter))
    play.at(2500, () => play.network(1, NETWORKS.far))
    play.at(3500, () => play.network(0, SILENCE))
    play.at(4300, () => play.network(0, NETWORKS.wifi))
    play.at(4500, () => play.network(1, NETWORKS.lan))
  },
  /** Techniques go off and on, one after another. */
  techniques(play) {
    const names = ['predict', 'reconcile', 'interpolate', 'foresee'] as const
    names.forEach((name, n) => {
      play.at(1500 + 1100 * n, () => play.client(0)?.turn(name, false))
      play.at(2300 + 1100 * n, () => play.client(0)?.turn(name, true))
      play.at(1900 + 800 * n, () => play.client(1)?.turn(name, false))
      play.at(3300 + 800 * n, () => play.client(1)?.turn(name, true))
    })
  },
  /** Render clocks are replaced while they run. */
  playouts(play) {
    Object.values(PLAYOUTS).forEach((make, n) => {
      play.at(1500 + 700 * n, () => play.client(n % 2)?.replacePlayout(make()))
    })
  },
  /** Nothing comes through for so long that both ends give the connection up. */
  silence(play) {
    play.at(1500, () => play.network(0, SILENCE))
    play.at(13_300, () => play.network(0, NETWORKS.wifi))
    play.at(3000, () => play.network(1, SILENCE))
    play.at(7500, () => play.network(1, NETWORKS.wifi))
  },
  /** Snapshots come broken: one each, and to the third client all of them. */
  spoiling(play) {
    play.at(2000, () => play.spoil(0, 1))
    play.at(4700, () => play.spoil(1, 1))
    play.at(6600, () => play.spoil(2, Number.POSITIVE_INFINITY))
    play.at(8000, () => play.spoil(0, 1))
  },
  /** Strangers send what no client sends. */
  strangers(play) {
    STRANGE.forEach((bytes, n) => {
      play.at(1300 + 400 * n, () => play.stage.visit(Uint8Array.from(bytes)))
    })
  },
  /** Messages go both ways, some of them tied to a moment, and many at once. */
  talk(play) {
    for (let n = 0; n < 9; n++) {
      play.at(1200 + 530 * n, () => play.client(n % 3)?.tell({ n, words: ['wörld', n / 3] }))
      play.at(1500 + 470 * n, () => play.stage.say({ n, of: 'the room' }))
    }
    play.at(3900, () => {
      for (let n = 0; n < 80; n++) play.client(0)?.tell(n)
    })
  },
  /** Everybody stands still for some seconds, so that there is nothing to tell. */
  rests(play) {
    play.at(2500, () => play.rest(true))
    play.at(5500, () => play.rest(false))
  },
  /** The room closes before the end. */
  closing(play) {
    play.at(1000 * play.seconds - 400, () => play.stage.close())
  },
} satisfies Readonly<Record<string, Plot>>

export type PlotName = keyof typeof PLOTS
