import { connect, type GlissadeError, type Session } from 'glissade/client'
import { useEffect, useReducer, useState } from 'react'
import { race } from './who-is-here.ts'

type Race = Session<typeof race>

/** Joins while the component is mounted. Undefined before and after; `say` shows why. */
export function useRace(name: string, say: (why: string) => void): Race | undefined {
  const [session, setSession] = useState<Race>()
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    connect(race, location.origin, { profile: { name }, signal }).then(
      (session) => {
        setSession(session)
        session.onClose((reason, detail) => {
          setSession(undefined)
          if (!signal.aborted) say(detail || reason)
        })
      },
      (error: GlissadeError) => {
        if (!signal.aborted) say(error.detail)
      },
    )
    return () => ended.abort()
  }, [name, say])
  return session
}

/** Returns who is here, and renders the component again four times a second. */
export function usePlayers({ players }: Race): Race['players'] {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    const timer = setInterval(draw, 250)
    return () => clearInterval(timer)
  }, [])
  return players
}

/** The lines of the chat. Call it in the component that calls `useRace`. */
export function useChat(session: Race | undefined): readonly string[] {
  const [lines, setLines] = useState<readonly string[]>([])
  useEffect(() => {
    let key = ''
    return session?.onMessage('chat', ({ line }) => {
      // As a new player, after a restart of the server, the page hears all lines once more.
      const isNew = session.resumeKey !== key
      key = session.resumeKey
      setLines((lines) => (isNew ? [line] : [...lines, line]))
    })
  }, [session])
  return lines
}
