import { expect, test } from 'vitest'
import { defineGame } from '../../game/define-game.ts'
import type { Link } from '../../link/link.ts'
import { Budget } from '../authority/budget.ts'
import { defineRoom } from '../define-room.ts'
import { FloodGuard } from '../players/flood-guard.ts'
import { Place } from '../players/place.ts'
import { coreOf, Room } from '../room.ts'
import { Peer } from './peer.ts'
import { PeerTables } from './peer-tables.ts'
import { PeerView } from './peer-view.ts'

const game = defineGame({ name: 'still', input: {}, entities: {} })

function newPeer(): Peer {
  const link: Link = {
    kind: 'datagram',
    isOpen: true,
    bufferedBytes: 0,
    open() {},
    send() {},
    close() {},
  }
  const room = coreOf(new Room(defineRoom(game), { nowMs: 0 }))
  const seated = {
    player: { id: 1, profile: {}, account: undefined },
    resumeKey: [1, 2] as const,
    guard: new Budget(0, game.stepMs),
    flood: new FloodGuard(0),
    owner: room.entities.ownerOf(1),
  }
  const place = new Place(room, seated, 'ordered', 0, 0)
  const start = { now: 0, messages: 0, received: -1 }
  return new Peer(room, place, { link, nowMs: 0, order: 1, start })
}

test('a run of snapshots without a body begins with the first of them, and ends with a body', () => {
  const peer = newPeer()
  const quiet = [true, false, false, true].map((hasBody, n) => {
    peer.noteSent(10 + n, -1, hasBody)
    return peer.quietTick
  })
  expect(quiet).toEqual([-1, 11, 11, -1])
})

test('states that the client holds in its own view are needed while the last snapshot was of that view', () => {
  const peer = newPeer()
  peer.view = new PeerView()
  peer.view.begin(10)
  peer.view.oldestHeld = 3
  peer.noteSent(10, -1, true)
  expect(peer.oldestNeeded).toBe(3)
  peer.noteSent(11, -1, true)
  expect(peer.oldestNeeded).toBe(10)
})

test('to begin anew gives up baselines, tables and what is in view', () => {
  const peer = newPeer()
  peer.view = new PeerView()
  peer.view.begin(10)
  peer.tables = new PeerTables()
  peer.sent.note(10, 0)
  peer.noteSent(10, -1, true)
  peer.sent.acknowledge(0, 0, 0)
  expect(peer.baselines.newest).toBe(10)
  peer.beginAnew()
  expect([peer.baselines.newest, peer.tables, peer.view.tick]).toEqual([-1, null, -1])
  expect(peer.oldestNeeded).toBe(Infinity)
})
