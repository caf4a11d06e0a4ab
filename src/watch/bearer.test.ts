import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { Bearer } from './bearer.ts'

const TOKEN = 'a token of more than 16 characters'.replaceAll(' ', '-')

const request = (authorization?: string) => ({ headers: { authorization } }) as IncomingMessage

test('a token that is too short, or no text, is a mistake of the caller, and the message does not repeat it', () => {
  expect(() => new Bearer('too-short', 'monitor.token')).toThrow(
    'monitor.token is 9 characters long, but must be at least 16',
  )
  expect(() => new Bearer(undefined, 'monitor.token')).toThrow(
    'monitor.token is undefined, but must be a text',
  )
})

test('only the whole token is right', () => {
  const bearer = new Bearer(TOKEN, 'token')
  const status = (authorization?: string) =>
    bearer.refusal(request(authorization), authorization ?? '', 0)?.status ?? 200
  expect(status(`Bearer ${TOKEN}`)).toBe(200)
  expect(status(`bearer  ${TOKEN} `)).toBe(200)
  for (const wrong of [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, 'Bearer x', TOKEN])
    expect(status(wrong), wrong).toBe(401)
  expect(status(`Basic ${TOKEN}`)).toBe(401)
  expect(status()).toBe(401)
  expect(bearer.refusal(request(), 'a', 0)?.headers).toEqual({ 'WWW-Authenticate': 'Bearer' })
})

test('an address that has tried ten wrong tokens has to wait, even with the right one; others do not', () => {
  const bearer = new Bearer(TOKEN, 'token')
  const status = (token: string, address: string, nowMs: number) =>
    bearer.refusal(request(`Bearer ${token}`), address, nowMs)?.status ?? 200
  for (let n = 0; n < 10; n++) expect(status(`wrong-${n}`, 'a', n)).toBe(401)
  expect(status('wrong-10', 'a', 10)).toBe(429)
  expect(status(TOKEN, 'a', 11)).toBe(429)
  expect(status(TOKEN, 'b', 11)).toBe(200)
  expect(status(TOKEN, 'a', 2010)).toBe(200)
})

test('requests without a token, and those with the right one, are not counted', () => {
  const bearer = new Bearer(TOKEN, 'token')
  for (let n = 0; n < 100; n++) {
    expect(bearer.refusal(request(), 'a', 0)?.status).toBe(401)
    expect(bearer.refusal(request(`Bearer ${TOKEN}`), 'a', 0)).toBeNull()
  }
})
