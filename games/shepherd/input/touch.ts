import { arrowPad } from '../../page/arrows.ts'
import type { Source } from '../../page/controls.ts'
import { element } from '../../page/element.ts'
import { holdButton } from '../../page/fingers.ts'
import type { DogGuide } from './dog-guide.ts'
import type { Held } from './held.ts'

/** Controls for fingers: a pad on the left to walk, and buttons on the right to bark and to call the dog. */
export function touchControls(
  source: Source<Held>,
  guide: Pick<DogGuide, 'heel'> | undefined,
): void {
  const { input } = source
  arrowPad(element('run'), input)
  if (!guide) return
  holdButton(element('bark'), input, 'bark')
  const calls = { heel: false }
  const button = element('heel')
  holdButton(button, calls, 'heel')
  button.addEventListener('pointerdown', () => guide.heel())
}
