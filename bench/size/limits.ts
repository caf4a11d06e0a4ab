/**
 * The most gzipped bytes that a page may pay, minified by Rolldown and without PixiJS. The tests hold the bundles to it.
 * To raise one, change it here, and say why.
 */
export const LIMITS = {
  /**
   * A track, its clock and its easing, for those who take these parts alone. 20 bytes of it are for entities that rest, which a
   * frame does not compute anew, and 40 bytes for the state of estimates, which a room that moves takes along. 10 bytes are for
   * the words of an error, which are apart from its message, and for pages with few frames a second.
   */
  motionCore: 6570,
  /**
   * All that `connect` brings, without a game. 250 bytes of it are for datagrams: a transport may open the link, and inputs go
   * out less often over a slow uplink, where the headers of datagrams alone would fill it. 1000 bytes are for what `move`
   * spawns: it is shown at once, bound to what the server has spawned, and replayed together with the player's other entities.
   * 150 bytes are for entities that rest, which a frame no longer computes anew, and for what `cull` is fastened to. 660 bytes are
   * for rooms that move: a session goes to the server that has its room, and goes on there with its inputs and messages. 100
   * bytes are for reports to the metrics of the server, and for an address that does not answer. 1000 bytes are for what authors meet
   * first: speeds that no grid slows down, messages that wait for their listener, views that are true from the start, players,
   * and ways to cancel and to renew a token. 370 bytes are for the easing of entities that get another owner.
   */
  connect: 29_800,
  /** The page of the README: the game, the session, keys and sprites. It grows with `connect`. */
  readmePage: 34_600,
  /** What an option adds to the page of the README. */
  options: {
    'authority: sharedTick()': 1160,
    'press()': 530,
    // 60 bytes of `quat()` and `vec2()` are for an error that names the field when no vector is written to it.
    'quat()': 1420,
    'angle()': 180,
    'vec2()': 240,
    // 110 bytes of these two are for texts that are cut between characters as people see them.
    'text()': 760,
    'list()': 1240,
    'oneOf()': 140,
    'told()': 260,
    'own()': 110,
    'curve: hermiteCurve()': 840,
    // 20 bytes for what gzip finds less to repeat as `connect` changes.
    attachedTo: 1190,
    // 60 bytes are for events of a pause, which are dropped by their own age.
    'gameEvents()': 1300,
    // 130 bytes of these two are for messages that go on after a reconnect, 210 for those that wait for a listener, and 330 for
    // the words about what JSON would change. 420 bytes of the first are for values that a field cannot hold.
    'gameMessages()': 3100,
    'jsonMessages()': 2330,
    room: 40,
    'coding: tables()': 12_470,
    // 11 bytes more since `connect` has grown, although its code is the same: gzip finds less to repeat.
    FixedDelay: 570,
    PhaseLockedDelay: 830,
    StepwiseDelay: 710,
    SyncTest: 990,
    Inspector: 1010,
    // 20 bytes more since `connect` has grown, although its code is the same.
    SimulatedNetwork: 5990,
    // 150 bytes are for `Uplink`, which `connect` no longer brings.
    'dataChannel()': 2340,
  },
} as const
