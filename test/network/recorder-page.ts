import { connect } from 'glissade/client'
import { type DatagramTransport, dataChannel } from 'glissade/datagram'
import { PeacefulBot } from './peaceful-bot.ts'
import { timedPlatformer } from './timed-platformer.ts'

/** What one session of the page saw, frame by frame. Times are in ms. */
export interface SessionRecording {
  /** The moment of the newest snapshot. */
  readonly newestMs: number[]
  /** How far behind the newest possible moment the render clock is. */
  readonly delayMs: number[]
  /** For each bot: the moment that its picture shows; NaN while it is not there. */
  readonly shownMs: number[][]
  /** Whether the session is on datagrams, and the reasons why it was not. */
  isOnDatagrams: boolean
  readonly reasons: string[]
  /** From the call of `connect` on: when the first snapshot came, and when the session was first on datagrams; NaN: never. */
  firstSnapshotMs: number
  onDatagramsMs: number
  /** Numbers sent as messages, and those that came back. */
  sent: number
  readonly returned: unknown[]
  /** Wrong predictions of the own player, and those whose cause is a rebase, since the last `restart`. */
  corrections: number
  rebases: number
}

/** What the page has recorded so far. */
export interface Recording {
  readonly frameMs: number[]
  readonly sessions: { readonly datagram: SessionRecording; readonly socket: SessionRecording }
}

declare global {
  interface Window {
    recording?: Recording
    /** Forgets all frames so far. */
    restart?: () => void
  }
}

/** The bots of the server: the first players of the room. Pages come and go. */
const BOTS = 3
const MESSAGE_MS = 200

function emptyRecording(): SessionRecording {
  return {
    newestMs: [],
    delayMs: [],
    shownMs: Array.from({ length: BOTS }, () => []),
    isOnDatagrams: false,
    reasons: [],
    firstSnapshotMs: Number.NaN,
    onDatagramsMs: Number.NaN,
    sent: 0,
    returned: [],
    corrections: 0,
    rebases: 0,
  }
}

/** One session of the page: what to do in each frame, and how to forget the frames so far. */
interface Playing {
  frame(nowMs: number): void
  restart(): void
}

async function play(
  recording: SessionRecording,
  seed: number,
  datagram: DatagramTransport | undefined,
): Promise<Playing> {
  const startMs = performance.now()
  const session = await connect(timedPlatformer, location.origin, { datagram })
  session.onMessage((message) => void recording.returned.push(message))
  const bot = new PeacefulBot(session, seed)
  const pips = session.entities('pip')
  let messageMs = performance.now()
  let from = { ...session.stats }
  const frame = (nowMs: number): void => {
    bot.think()
    session.frame(nowMs)
    if (session.stats.snapshots > 0 && Number.isNaN(recording.firstSnapshotMs))
      recording.firstSnapshotMs = nowMs - startMs
    if (nowMs - messageMs >= MESSAGE_MS && session.state === 'open') {
      messageMs = nowMs
      session.send(++recording.sent)
    }
    recording.newestMs.push(session.renderTimeMs + session.stats.bufferMs)
    recording.delayMs.push(session.stats.delayMs)
    for (let bot = 0; bot < BOTS; bot++) {
      const view = pips.find(({ owner }) => owner === bot + 1)
      recording.shownMs[bot]!.push(view ? view.seconds * 1000 : Number.NaN)
    }
    const { isOnDatagrams = false, why = '' } = datagram?.status ?? {}
    recording.isOnDatagrams = isOnDatagrams
    if (isOnDatagrams && Number.isNaN(recording.onDatagramsMs))
      recording.onDatagramsMs = nowMs - startMs
    if (recording.reasons.at(-1) !== why) recording.reasons.push(why)
    recording.corrections = session.stats.corrections - from.corrections
    recording.rebases = session.stats.rebases - from.rebases
  }
  const restart = (): void => {
    from = { ...session.stats }
    for (const list of [recording.newestMs, recording.delayMs, ...recording.shownMs])
      list.length = 0
  }
  return { frame, restart }
}

async function record(): Promise<void> {
  const sessions = { datagram: emptyRecording(), socket: emptyRecording() }
  const recording: Recording = { frameMs: [], sessions }
  // `?only=datagram` and `?only=socket` leave the other session out, so that it takes no share of a slow line.
  const only = new URLSearchParams(location.search).get('only')
  const playing: Playing[] = []
  if (only !== 'socket') playing.push(await play(sessions.datagram, 1, dataChannel()))
  if (only !== 'datagram') playing.push(await play(sessions.socket, 2, undefined))
  window.recording = recording
  window.restart = () => {
    recording.frameMs.length = 0
    for (const { restart } of playing) restart()
  }
  const run = (): void => {
    const nowMs = performance.now()
    recording.frameMs.push(nowMs)
    for (const { frame } of playing) frame(nowMs)
    requestAnimationFrame(run)
  }
  run()
}

record()
