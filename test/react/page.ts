import { connect, type Session } from 'glissade/client'
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

/** How long the page loads before it shows what is said. */
const LOADS_MS = 5000

/** Joins while it is mounted, and shows its player's number and, when all is loaded, what is said. */
function Game() {
  const [session, setSession] = useState<Session<typeof game>>()
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    window.effects++
    const { signal, abort } = abortable()
    connect(game, location.origin, { signal }).then(
      (session) => {
        setSession(session)
        session.onClose(() => setSession(undefined))
        setTimeout(() => setLoaded(true), LOADS_MS)
      },
      (error) => {
        if (!signal.aborted) console.error(error)
      },
    )
    return abort
  }, [])
  if (!session) return createElement('p', null, 'joining')
  const chat = isLoaded && createElement(Chat, { session })
  return createElement('p', null, `player ${session.playerId}`, chat)
}

/** Shows what is said since it was mounted. */
function Chat({ session }: { session: Session<typeof game> }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    let all = ''
    return session.onMessage('said', ({ text }) => {
      all += `${text}. `
      setSaid(all)
    })
  }, [session])
  return createElement('output', null, said)
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
