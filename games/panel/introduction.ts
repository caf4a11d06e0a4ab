import { plainText } from '../plain-text.ts'
import { addRow, type Board } from './board.ts'

/** UTF-16 units of a name. */
const LONGEST = 16

/**
 * Name and colour of the page's player. Enter in the name field or the button sends them. The button is shown only
 * after a change.
 */
export function addIntroduction(
  board: Board,
  me: { readonly name: string; readonly hue: number },
  introduce: (name: string, hue: number) => void,
): void {
  const shown = { name: me.name, hue: me.hue }
  const name = addRow(board, shown, 'name', { label: 'name' })
  const hue = addRow(board, shown, 'hue', {
    label: 'colour',
    title: 'A hue, in degrees',
    min: 0,
    max: 359,
    step: 1,
  })
  hue.element.classList.add('hue')
  const button = board.addButton({ title: 'join again as this' })

  const isNew = (): boolean => nameOf(shown.name) !== me.name || shown.hue !== me.hue
  const show = (): void => {
    button.hidden = !isNew()
    hue.element.style.setProperty('--hue', String(shown.hue))
  }
  const tell = (): void => {
    if (isNew()) introduce(nameOf(shown.name), shown.hue)
  }
  const field = name.element.querySelector('input')
  if (field) field.maxLength = LONGEST
  // The field reports its change only after this, and by then the game has the focus.
  field?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    shown.name = field.value
    tell()
  })
  name.on('change', show)
  hue.on('change', show)
  button.on('click', tell)
  show()
}

const nameOf = (typed: string): string => plainText(typed, LONGEST)
