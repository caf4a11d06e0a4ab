import { expect, test } from 'vitest'
import { Emitter } from './emitter.ts'

test('a listener that throws is reported, and stops neither the others nor the caller', async () => {
  const errors: unknown[] = []
  const heard: unknown[] = []
  const emitter = new Emitter((error) => errors.push(error))
  const bad = new Error('from the page')
  emitter.on('x', () => {
    throw bad
  })
  emitter.on('x', (a, b) => heard.push([a, b]))
  emitter.call('x', 1, 2)
  emitter.tell(() => {
    throw 'a text'
  }, 3)
  expect([heard, errors]).toEqual([[[1, 2]], []])
  await null
  expect(errors).toEqual([bad, 'a text'])
})

test('a listener that comes after the end is told at once, and kept even if it throws', async () => {
  const errors: unknown[] = []
  const emitter = new Emitter((error) => errors.push(error))
  emitter.close('left', '')
  emitter.on('close', () => {
    throw 'from the page'
  })
  await null
  expect([errors, emitter.has('close')]).toEqual([['from the page'], true])
})

test('by default, what a listener throws counts as uncaught', async () => {
  const uncaught: unknown[] = []
  const listeners = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => uncaught.push(error))
  const emitter = new Emitter()
  emitter.on('x', () => {
    throw new Error('from the page')
  })
  emitter.call('x', 1)
  await new Promise((resolve) => setTimeout(resolve))
  process.removeAllListeners('uncaughtException')
  for (const listener of listeners) process.on('uncaughtException', listener)
  expect(uncaught).toEqual([new Error('from the page')])
})
