import { connect } from 'glissade/client'
import { createElement, StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { game } from './game.ts'

declare global {
  interface Window {
    /** Mounts the game, and returns how to unmount it. */
    mount: () => () => void
    /** How often React has run the effect. */
    effects: number
  }
}

window.effects = 0

/** Joins while it is mounted, and shows its player's number. */
function Game() {
  const [player, setPlayer] = useState(0)
  useEffect(() => {
    window.effects++
    const { signal, abort } = abortable()
    connect(game, location.origin, { signal }).then(
      (session) => {
        setPlayer(session.playerId)
        session.onClose(() => setPlayer(0))
      },
      (error) => {
        if (!signal.aborted) console.error(error)
      },
    )
    return abort
  }, [])
  return createElement('p', null, player > 0 ? `player ${player}` : 'joining')
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

window.mount = () => {
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(createElement(StrictMode, null, createElement(Game)))
  return () => root.unmount()
}
