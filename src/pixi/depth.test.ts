import type { Container } from 'pixi.js'
import { expect, test } from 'vitest'
import type { Session } from '../client/session.ts'
import type { AnyGame } from '../game/define-game.ts'
import { depthByY } from './depth.ts'

/** The part of a session that `depthByY` uses. */
class Frames {
  readonly runs = new Set<() => void>()
  onFrame(run: () => void): () => void {
    this.runs.add(run)
    return () => this.runs.delete(run)
  }
  frame(): void {
    for (const run of this.runs) run()
  }
  get session(): Session<AnyGame> {
    return this as unknown as Session<AnyGame>
  }
}

const child = (y: number) => ({ zIndex: 0, position: { x: 0, y } })

test('E6 children are drawn in order of their y, frame by frame', () => {
  const frames = new Frames()
  const container = { sortableChildren: false, children: [child(30), child(10.5), child(-4)] }
  depthByY(container as unknown as Container, frames.session)
  expect(container.sortableChildren).toBe(true)
  frames.frame()
  expect(container.children.map(({ zIndex }) => zIndex)).toEqual([30, 10.5, -4])
  container.children[0]!.position.y = 5
  container.children.push(child(7))
  frames.frame()
  expect(container.children.map(({ zIndex }) => zIndex)).toEqual([5, 10.5, -4, 7])
})

test('E6 the undo stops the sorting', () => {
  const frames = new Frames()
  const container = { sortableChildren: false, children: [child(30)] }
  depthByY(container as unknown as Container, frames.session)()
  frames.frame()
  expect(container.children[0]!.zIndex).toBe(0)
})
