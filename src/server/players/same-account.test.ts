import { expect, test } from 'vitest'
import { isSameAccount } from './same-account.ts'

class User {
  readonly #secret: string
  constructor(secret: string) {
    this.#secret = secret
  }
  get length(): number {
    return this.#secret.length
  }
}

class Row {
  readonly #id: number
  readonly seenAt: number
  constructor(id: number, seenAt: number) {
    this.#id = id
    this.seenAt = seenAt
  }
  get id(): number {
    return this.#id
  }
}

const loop = (name: string): object => {
  const account: { name: string; self?: object } = { name }
  account.self = account
  return account
}

test.each([
  ['nothing, without `authenticate`', undefined, undefined],
  ['a name', 'ada', 'ada'],
  ['a number that is none', Number.NaN, Number.NaN],
  ['objects with one id, whatever else they hold', { id: 7, at: 1 }, { id: 7, at: 2 }],
  ['objects of a class with one id', new Row(7, 1), new Row(7, 2)],
  ['ids that are objects', { id: { site: 1, user: 2 } }, { id: { site: 1, user: 2 } }],
  ['what holds the same', { name: 'ada', roles: ['a', 'b'] }, { roles: ['a', 'b'], name: 'ada' }],
  ['what was parsed without a prototype', Object.create(null), Object.create(null)],
  ['dates', { since: new Date(5) }, { since: new Date(5) }],
])('the same: %s', (_, before, now) => {
  expect(isSameAccount(before, now)).toBe(true)
})

test.each([
  ['names', 'ada', 'bob'],
  ['zero and minus zero', 0, -0],
  ['a number and its text', { id: 7 }, { id: '7' }],
  ['nobody and somebody', undefined, { name: 'ada' }],
  ['somebody and nobody', { name: 'ada' }, null],
  ['ids', { id: 7, name: 'ada' }, { id: 8, name: 'ada' }],
  ['an id and none', { id: 7 }, { name: 'ada' }],
  ['an id that is empty', { id: null, name: 'ada' }, { id: null, name: 'bob' }],
  ['a field', { name: 'ada' }, { name: 'bob' }],
  ['a field more', { name: 'ada' }, { name: 'ada', admin: true }],
  ['a field less', { name: 'ada', admin: true }, { name: 'ada' }],
  ['fields of other names', { name: undefined }, { nome: undefined }],
  ['a field that only a prototype has', { toString: Object.prototype.toString }, { a: 1 }],
  ['lists', ['a'], ['a', 'b']],
  ['a list and an object', ['a'], { 0: 'a' }],
  ['dates', new Date(5), new Date(6)],
  ['objects of a class, whose fields may be private', new User('ada'), new User('bob')],
  ['maps', new Map([[1, 2]]), new Map([[1, 2]])],
  ['functions', () => 1, () => 1],
  ['what holds itself', loop('ada'), loop('ada')],
])('not the same: %s', (_, before, now) => {
  expect(isSameAccount(before, now)).toBe(false)
})

test('an object of any class is the same as itself', () => {
  const user = new User('ada')
  expect(isSameAccount(user, user)).toBe(true)
})
