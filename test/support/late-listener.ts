import type { Session } from 'glissade/client'
import type { greeter } from './greeter.ts'

/** Plays for `ms` without listening, then listens, and returns the first three things that it hears. */
export async function listening(
  session: Session<typeof greeter.game>,
  ms: number,
): Promise<string[]> {
  const heard: string[] = []
  const frames = setInterval(() => session.frame(performance.now()), 16)
  await new Promise((resolve) => setTimeout(resolve, ms))
  session.on('joined', ({ who }) => heard.push(`event ${who}`))
  session.onMessage('said', ({ text }) => heard.push(text))
  while (heard.length < 3) await new Promise((resolve) => setTimeout(resolve, 10))
  clearInterval(frames)
  return heard
}
