import { connect } from 'glissade/client'
import { beeping } from '../support/beeping.ts'

declare global {
  interface Window {
    /** The most beeps in one frame so far, how many were heard, and how many were too old to be. */
    heard: { most: number; all: number; dropped: number; gaps: number }
    /** Blocks the main thread for `ms`, in a frame or between frames. */
    block: (ms: number, where: 'frame' | 'task') => void
  }
}

const { game } = beeping()
const session = await connect(game, location.origin)
const { stats } = session
let inFrame = 0
let blockInFrameMs = 0
window.heard = { most: 0, all: 0, dropped: 0, gaps: 0 }
session.on('beep', () => {
  inFrame++
  window.heard.all++
})

function draw(nowMs: number): void {
  session.frame(nowMs)
  const { heard } = window
  heard.most = Math.max(heard.most, inFrame)
  heard.dropped = stats.eventsDropped
  heard.gaps = stats.gaps
  inFrame = 0
  busy(blockInFrameMs)
  blockInFrameMs = 0
  requestAnimationFrame(draw)
}
requestAnimationFrame(draw)

window.block = (ms, where) => {
  if (where === 'frame') blockInFrameMs = ms
  else setTimeout(() => busy(ms))
}

function busy(ms: number): void {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}
