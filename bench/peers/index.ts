import type { Peers } from '../peers.ts'
import { colyseusDialect } from './bots-colyseus.ts'
import { colyseus, colyseus2T } from './colyseus.ts'
import { colyseusFrame, colyseusIntake } from './cpu-colyseus.ts'
import { geckosFrame, geckosIntake } from './cpu-geckos.ts'
import { colyseusReplay } from './cpu-replay.ts'
import { colyseusReceivers } from './cpu-updates.ts'
import { geckos } from './geckos.ts'
import { colyseusMeadow } from './meadow-colyseus.ts'
import { colyseusQueue } from './timing-colyseus.ts'
import { updatesPeers, viewsPeers } from './wire.ts'
import { colyseusScene, jsonScene } from './wire-scenes.ts'

/** All that is measured of other packages. */
export const peers: Peers = {
  contenders: [geckos, colyseus, colyseus2T],
  frames: (count) => [colyseusFrame(count), geckosFrame(count)],
  intakes: (count) => [
    colyseusIntake(count),
    colyseusIntake(count, { predicted: false }),
    geckosIntake(count),
  ],
  receivers: colyseusReceivers,
  replays: () => [colyseusReplay({ matched: false })],
  matches: () => [colyseusReplay({ matched: true })],
  updates: updatesPeers,
  views: viewsPeers,
  scenes: [colyseusScene, jsonScene],
  meadow: colyseusMeadow,
  queues: () => [colyseusQueue()],
  dialects: [colyseusDialect],
}
