import type { Techniques } from 'glissade/client'
import type { Playout } from 'glissade/parts'
import { addRow, type Board, Note } from './board.ts'
import type { Marks } from './marks.ts'
import { RenderClocks } from './render-clocks.ts'

/** A technique, and what happens in the game without it. */
type Technique = readonly [key: keyof Techniques & string, label: string, sentence: string]

/** Where to see what a technique is for, in the current game. */
export type Hints = { readonly [technique in keyof Techniques]: string }

/** The techniques that can be switched off. */
export const TECHNIQUES: readonly Technique[] = [
  ['predict', 'prediction', "Your player moves only after the server's answer arrives."],
  ['reconcile', 'reconciliation', 'Nothing pulls you back to where the server has you.'],
  [
    'interpolate',
    'interpolation',
    'Other players stand still between snapshots and jump at each one.',
  ],
  [
    'foresee',
    'foresight',
    "The engine extrapolates other players in a line, not by the game's rules and the keys they hold.",
  ],
]

/** A mark, and the sentence that is shown while it is on. */
type Mark = readonly [key: keyof Marks & string, label: string, sentence: string]

const CLOCK_SENTENCE =
  'Snapshots are shown as they arrive, so jitter becomes motion. Add jitter and watch other players stutter and rush.'

const MARKS: readonly Mark[] = [
  [
    'history',
    'history dots',
    'One dot for each stored state of the other players. Older dots are fainter.',
  ],
  [
    'ghost',
    'server ghost',
    'Where the server has you, one round trip behind, and where it judged a hit.',
  ],
  [
    'moments',
    'before/after/now',
    'The two states before and after the moment on display, and that moment between them.',
  ],
]

/** The techniques, each of which can be switched off to see what it is for, and the choice of the render clock. */
export function addTechniques(
  board: Board,
  session: { readonly techniques: Techniques; playout: Playout },
  hints: Hints,
): void {
  for (const [key, label, sentence] of TECHNIQUES) {
    const row = addRow(board, session.techniques, key, { label, title: `Off: ${sentence}` })
    const note = new Note(row)
    const say = (): void => note.say(session.techniques[key] ? '' : `${sentence} ${hints[key]}`)
    row.on('change', say)
    say()
  }
  addClock(board, new RenderClocks(session))
}

function addClock(board: Board, clocks: RenderClocks): void {
  const clock = addRow(board, clocks, 'isOn', { label: 'clock', title: `Off: ${CLOCK_SENTENCE}` })
  const choice = addRow(board, clocks, 'name', {
    label: 'render clock',
    title: 'How far in the past other players are shown',
    options: Object.fromEntries(clocks.names.map((name) => [name, name])),
  })
  const off = new Note(clock)
  const kind = new Note(choice)
  kind.say(clocks.sentence)
  choice.on('change', () => kind.say(clocks.sentence))
  clock.on('change', () => {
    off.say(clocks.isOn ? '' : CLOCK_SENTENCE)
    choice.hidden = !clocks.isOn
  })
}

/** The marks: what the picture shows of the engine's internals. */
export function addMarks(board: Board, marks: Marks): void {
  for (const [key, label, sentence] of MARKS) {
    const row = addRow(board, marks, key, { label, title: sentence })
    const note = new Note(row)
    row.on('change', () => note.say(marks[key] ? sentence : ''))
  }
}
