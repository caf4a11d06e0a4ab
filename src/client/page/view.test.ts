import { expect, test } from 'vitest'
import { defineGame } from '../../game/define-game.ts'
import { flag, int } from '../../game/field.ts'
import { EntityView, Views } from './view.ts'

const game = defineGame({
  name: 'wood',
  input: { go: flag() },
  entities: { tree: { n: int() }, pip: { n: int() } },
})
const [tree, pip] = game.kinds

/** Two views on show: a tree, and the pip of the local player. */
function shown() {
  const views = new Views(game)
  const held = [new EntityView(tree!, 1, 0, false), new EntityView(pip!, 2, 7, true)]
  for (const view of held) views.add(view)
  const ids = () => ['tree', 'pip'].map((kind) => views.of(kind).map((object) => object['id']))
  return { views, ids }
}

test('a held view gives way only to the same entity: another kind may have its id in another room', () => {
  const { views, ids } = shown()
  views.hold(true)
  views.add(new EntityView(pip!, 1, 0, false))
  expect(ids()).toEqual([[1], [2, 1]])
  views.add(new EntityView(tree!, 2, 0, false))
  const again = new EntityView(tree!, 1, 0, false)
  views.add(again)
  expect(views.of('tree')[0]).toBe(again.object)
  views.removeHeld()
  expect(ids()).toEqual([[1, 2], [1]])
})

test('views that were mine are not held for another player', () => {
  const { views, ids } = shown()
  const list = views.of('pip')
  views.hold(false)
  expect(ids()).toEqual([[1], []])
  views.add(new EntityView(pip!, 2, 8, true))
  expect(ids()).toEqual([[1], [2]])
  views.removeHeld()
  expect(ids()).toEqual([[], [2]])
  expect(views.of('pip')).toBe(list)
})
