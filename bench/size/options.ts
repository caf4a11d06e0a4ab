import type { LIMITS } from './limits.ts'

/** A part of Glissade that a game or a page takes or leaves, and how the README's game takes it. */
export interface Option {
  readonly name: keyof typeof LIMITS.options
  /** What the game imports from `glissade` for it; and the page, from its entry point. */
  readonly game?: readonly string[]
  readonly page?: { readonly [entryPoint: string]: readonly string[] }
  /** What stands in the game's definition, in the input, and in the dot. */
  readonly define?: string
  readonly input?: string
  readonly dot?: string
  /** What stands in the options of `connect`. */
  readonly connect?: string
  /** What the page does with the session. */
  readonly run?: string
}

export const OPTIONS: readonly Option[] = [
  { name: 'authority: sharedTick()', game: ['sharedTick'], define: 'authority: sharedTick()' },
  { name: 'press()', game: ['press'], input: 'jump: press()' },
  { name: 'quat()', game: ['quat'], dot: 'turn: quat()' },
  { name: 'angle()', game: ['angle'], dot: 'heading: angle()' },
  { name: 'vec2()', game: ['vec2'], dot: 'at: vec2()' },
  { name: 'text()', game: ['text'], dot: 'name: text(16)' },
  { name: 'list()', game: ['list'], dot: 'trail: list(int(), 8)' },
  { name: 'oneOf()', game: ['oneOf'], dot: "pose: oneOf('up', 'down')" },
  { name: 'told()', game: ['told'], dot: 'score: told(int())' },
  { name: 'own()', game: ['own'], dot: 'cooldown: own(int())' },
  {
    name: 'curve: hermiteCurve()',
    game: ['hermiteCurve'],
    dot: 'z: number({ curve: hermiteCurve() })',
  },
  { name: 'attachedTo', game: ['riders'], define: 'riders: riders(), attachedTo: { dot() {} }' },
  { name: 'gameEvents()', game: ['gameEvents'], define: 'events: gameEvents({ hit: {} })' },
  {
    name: 'gameMessages()',
    game: ['gameMessages'],
    define: 'messages: gameMessages({ cheer: {} })',
  },
  { name: 'jsonMessages()', game: ['jsonMessages'], define: 'messages: jsonMessages()' },
  { name: 'room', define: 'room: { round: int() }' },
  { name: 'coding: tables()', game: ['tables'], define: 'coding: tables()' },
  {
    name: 'FixedDelay',
    page: { 'glissade/parts': ['FixedDelay'] },
    connect: 'playout: new FixedDelay(100)',
  },
  {
    name: 'PhaseLockedDelay',
    page: { 'glissade/parts': ['PhaseLockedDelay'] },
    connect: 'playout: new PhaseLockedDelay()',
  },
  {
    name: 'StepwiseDelay',
    page: { 'glissade/parts': ['StepwiseDelay'] },
    connect: 'playout: new StepwiseDelay()',
  },
  {
    name: 'SyncTest',
    page: { 'glissade/client': ['SyncTest'] },
    connect: 'syncTest: new SyncTest()',
  },
  { name: 'Inspector', page: { 'glissade/client': ['Inspector'] }, run: 'new Inspector(session)' },
  {
    name: 'dataChannel()',
    page: { 'glissade/datagram': ['dataChannel'] },
    connect: 'datagram: dataChannel()',
  },
  {
    name: 'SimulatedNetwork',
    page: { 'glissade/client': ['SimulatedNetwork', 'presets'] },
    connect: 'network: new SimulatedNetwork(presets.log)',
  },
]
