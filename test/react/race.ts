import { createElement, Fragment, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useChat, usePlayers, useRace } from '../guide/react-page.ts'

type Race = NonNullable<ReturnType<typeof useRace>>

declare global {
  interface Window {
    /** Mounts the race of the guide for a player of this name, and returns how to unmount it. */
    mountRace: (name: string) => () => void
    /** Says something in the chat. */
    chat: (line: string) => void
  }
}

function Players({ session }: { session: Race }) {
  const names = usePlayers(session).map(({ name, isAway }) => name + (isAway ? ' (away)' : ''))
  return createElement('output', { id: 'players' }, names.join(', '))
}

function RacePage({ name }: { name: string }) {
  const [why, say] = useState('')
  const session = useRace(name, say)
  const lines = useChat(session)
  if (session) window.chat = (line) => session.send('chat', { line })
  return createElement(
    Fragment,
    null,
    session && createElement(Players, { session }),
    createElement('output', { id: 'chat' }, lines.join('. ')),
    createElement('output', { id: 'why' }, why),
  )
}

window.mountRace = (name) => {
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(createElement(StrictMode, null, createElement(RacePage, { name })))
  return () => root.unmount()
}
