import { chars, type Golden, rice, s, signed, small, u } from './goldens.case.ts'

/** Golden SNAPSHOT packets without the changed entities, for the game of goldens.case.ts. */

/** On a datagram link, with everything that a head can contain, and own entities. */
export const snapshotHead: Golden = {
  hex: '06ff7f851a09f7ff4b91d37f00a00000589eff3f97a1c830fc0f1832016d652111',
  parts: [
    ['type', u(6, 8)],
    ['sequence', u(0x7fff, 16)],
    ['distance of the baseline', u(5, 7)],
    ['this network tick', u(0x1235, 16)],
    ['those left out would have told nothing', '0'],
    ['quiet', '1'],
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

/** On an ordered link, a snapshot with a baseline has neither sequence nor tick. */
export const orderedHead: Golden = {
  hex: '0601130000cc0100',
  parts: [
    ['type', u(6, 8)],
    ['distance of the baseline', u(1, 7)],
    ['quiet', '0'],
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

/** The first snapshot on an ordered link, for a client that has sent and owns nothing. */
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

/** Everything that a body can contain before the changed entities. Player 2 was connected before. */
export const body: Golden = {
  hex: '07ff7ffafff7ffffa0914826204e0ec0edccff3f5c4480d6f956ffffdf81e1010200600108f8ff2f81f5ff5702c58870acfe7202dcd30118a8406019020002',
  parts: [
    ['tells more than changed entities', '1'],
    ['has lists', '1'],
    ['players who have left', rice(1, 0, 17)],
    ['player', u(0xfff0, 16)],
    ['some events are left out', '1'],
    ['count of events', rice(2, 0, 17)],
    ['event boom, event id', rice(1, 1, 8) + u(0xfffe, 16)],
    ['- age', s(-3, 20)],
    ['- raised by', small(3)],
    ['- input id, index', u(0x1234, 16) + u(9, 4)],
    ['- power: 0 to 15', u(12, 4)],
    ['- word', chars('bäng', 8)],
    ['event ring, event id', rice(0, 1, 8) + u(0xffff, 16)],
    ['- age', s(70_000, 20)],
    ['- raised by the room', small(0)],
    ['- at: 0 to 5', u(5, 3)],
    ['count of leaves', rice(1, 0, 17)],
    ['slot, how many network ticks ago', small(0xabcd) + rice(127, 0, 7)],
    ['count of deferred entities', rice(2, 0, 17)],
    ['slot 7', small(7)],
    ['slot 24', small(16)],
    ['the view is the own', '1'],
    ['some timelines are new', '1'],
    ['count of timelines', small(3)],
    ['player 1 is the first', small(0)],
    ['- has come', '1'],
    ['- ticks ago', u(0, 7)],
    ['- part', u(0, 8)],
    ['- usually behind', signed(40)],
    ['player 2 is the next', small(0)],
    ['- has the part it had', '0'],
    ['- usually behind', signed(2)],
    ['player 3 is the next', small(0)],
    ['- has come', '1'],
    ['- ticks ago', u(127, 7)],
    ['- part', u(255, 8)],
    ['- usually behind', signed(-3)],
    ["some player's time is not as expected", '1'],
    ['g, k', u(0, 3) + u(0, 2)],
    ['player 1 is the first', rice(0, 0, 16)],
    ['- 2 steps less than usual, as is expected', rice(2, 0, 16)],
    ['player 3 is the next but one', rice(1, 0, 16)],
    ['- 300 steps more than usual, as is expected', rice(599, 0, 16)],
    ['some entities are told whole', '1'],
    ['count', small(2)],
    ['slot 3', small(3)],
    ['- generation', u(17, 8)],
    ['- kind', rice(1, 1, 8)],
    ['- owner', small(3)],
    ['- tells of its movement', '1'],
    ['- extrapolation code: the sixth horizon, by move', u(21, 5)],
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
    ['- kind, owner', rice(0, 1, 8) + small(0)],
    ['- tells of its movement', '0'],
    ['- open', '1'],
    ['- teleports', u(0, 3)],
  ],
}

/** A body with nothing before the changed entities. */
export const plainBody: Golden = {
  hex: '00',
  parts: [['tells more than changed entities', '0']],
}

/** A body with the same content as that one, at length. */
export const emptyBody: Golden = {
  hex: '01',
  parts: [
    ['tells more than changed entities', '1'],
    ['has lists', '0'],
    ['the view is the own', '0'],
    ['some timelines are new', '0'],
    ["some player's time is not as expected", '0'],
    ['some entities are told whole', '0'],
  ],
}

/** All goldens by name. */
export const snapshotGoldens: Readonly<Record<string, Golden>> = {
  snapshotHead,
  orderedHead,
  completeHead,
  body,
  plainBody,
  emptyBody,
}
