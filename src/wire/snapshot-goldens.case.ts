import { chars, type Golden, rice, s, signed, small, u } from './goldens.case.ts'

/** Golden SNAPSHOT packets but for the changed entities: see goldens.case.ts, whose game they are of. */

/** On a datagram link, with everything that a head can say, and own entities. */
export const snapshotHead: Golden = {
  hex: '06ff7f851a89fdff52e4f41f0028000096e7ffcf6528320cff03864c405b594804',
  parts: [
    ['type', u(6, 8)],
    ['sequence', u(0x7fff, 16)],
    ['distance of the baseline', u(5, 7)],
    ['this network tick', u(0x1235, 16)],
    ['has received inputs', '1'],
    ['newest input applied', u(0xfffd, 16)],
    ['newer ones', signed(17)],
    ['how long before the newest arrived', signed(-77)],
    ['other presses were taken than the newest input applied counts', '1'],
    ['presses of jump that were taken', u(31, 5)],
    ['tells of messages', '1'],
    ['last message received in order', u(3, 16)],
    ['has epoch', '1'],
    ['first input of the epoch', u(2, 16)],
    ['where that input stands', s(-100_000, 32)],
    ['how much later time stands still', small(300)],
    ['has own entities', '1'],
    ['count of own entities', small(2)],
    ['slot', small(0x0109)],
    ['whole', '1'],
    ['generation, kind', u(255, 8) + u(1, 8)],
    ['x: 33.5 is 67 of 200', u(67, 8)],
    ['ammo: 0 to 9', u(6, 4)],
    ['tag', chars('me', 8)],
    ['slot', small(2)],
    ['whole', '0'],
    ['x changed: 34 is 68 of 200', `1${u(68, 8)}`],
    ['ammo, tag as before', '00'],
  ],
}

/** On an ordered link a snapshot with a baseline says neither sequence nor tick. */
export const orderedHead: Golden = {
  hex: '0681090000e600',
  parts: [
    ['type', u(6, 8)],
    ['distance of the baseline', u(1, 7)],
    ['has received inputs', '1'],
    ['newest input applied', u(9, 16)],
    ['newer ones', signed(0)],
    ['how long before the newest arrived', signed(200)],
    ['other presses were taken than the newest input applied counts', '0'],
    ['tells of messages', '0'],
    ['has epoch', '0'],
    ['has own entities', '0'],
  ],
}

/** The first one on an ordered link, to somebody who has said and owns nothing. */
export const completeHead: Golden = {
  hex: '0600ff7f00',
  parts: [
    ['type', u(6, 8)],
    ['distance of the baseline: none', u(0, 7)],
    ['this network tick', u(0xfffe, 16)],
    ['has received inputs', '0'],
    ['tells of messages', '0'],
    ['has epoch', '0'],
    ['has own entities', '0'],
  ],
}

/** Everything that a body can say before the changed entities. Player 2 is connected before. */
export const body: Golden = {
  hex: '03fcbf1800f8ff17fd000000002c004580ff7fffff0f00d0482413102707e07606f8ff878b08008086ceb7fa471c183eff8f25508c8830d65f4e807b3a000315082c43000002',
  parts: [
    ['has lists', '1'],
    ['players who have left', small(1)],
    ['player', u(0xfff0, 16)],
    ['players whose line has changed', small(2)],
    ['player', u(3, 16)],
    ['- ticks ago', u(127, 7)],
    ['- part', u(255, 8)],
    ['- usually behind', signed(-3)],
    ['- lag', u(250, 8)],
    ['player', u(1, 16)],
    ['- ticks ago', u(0, 7)],
    ['- part', u(0, 8)],
    ['- usually behind', signed(40)],
    ['- lag', u(0, 8)],
    ['some events are left out', '1'],
    ['count of events', small(2)],
    ['event boom, event id', u(1, 8) + u(0xfffe, 16)],
    ['- age', s(-3, 20)],
    ['- raised by', u(3, 16)],
    ['- input id, index', u(0x1234, 16) + u(9, 4)],
    ['- power: 0 to 15', u(12, 4)],
    ['- word', chars('bäng', 8)],
    ['event ring, event id', u(0, 8) + u(0xffff, 16)],
    ['- age', s(70_000, 20)],
    ['- raised by the room', u(0, 16)],
    ['- at: 0 to 5', u(5, 3)],
    ['count of leaves', small(1)],
    ['slot, how many network ticks ago', small(0xabcd) + small(127)],
    ['count of deferred entities', small(2)],
    ['slot 7', small(7)],
    ['slot 24', small(16)],
    ['the view is the own', '1'],
    ["some player's time is not as usual", '1'],
    ['player 1: 2 steps less than usual', rice(3, 0, 16)],
    ['player 2: as usual', rice(0, 0, 16)],
    ['player 3: 300 steps more than usual', rice(600, 0, 16)],
    ['some entities are told whole', '1'],
    ['count', small(2)],
    ['slot 3', small(3)],
    ['- generation', u(17, 8)],
    ['- kind', small(1)],
    ['- owner', small(3)],
    ['- tells of its movement', '1'],
    ['- carry: the sixth horizon', u(5, 3)],
    ['- count of extra states', u(2, 2)],
    ['- steps back: 63', u(63, 6)],
    ['- x: coarse 50 of 50', u(50, 6)],
    ['- face: right of 3', u(1, 2)],
    ['- tag', chars('né', 8)],
    ['- teleports', u(4, 3)],
    ['- steps back: 1', u(1, 6)],
    ['- x as in the state before', '0'],
    ['- face changed: up of 3', `1${u(2, 2)}`],
    ['- teleports as before', '0'],
    ['- x changed: coarse 0 of 50', `1${u(0, 6)}`],
    ['- face changed: left of 3', `1${u(0, 2)}`],
    ['- teleports as before', '0'],
    ['slot 300 is 296 further than the next', small(296)],
    ['- generation', u(1, 8)],
    ['- kind, owner', small(0) + small(0)],
    ['- tells of its movement', '0'],
    ['- open', '1'],
    ['- teleports', u(0, 3)],
  ],
}

/** A body with nothing in it, among two players: times are as usual. */
export const emptyBody: Golden = {
  hex: '00',
  parts: [
    ['has lists', '0'],
    ['the view is the own', '0'],
    ["some player's time is not as usual", '0'],
    ['some entities are told whole', '0'],
  ],
}

/** All of them by name. */
export const snapshotGoldens: Readonly<Record<string, Golden>> = {
  snapshotHead,
  orderedHead,
  completeHead,
  body,
  emptyBody,
}
