import type { IncomingMessage, Server } from 'node:http'
import { describe, expect, test } from 'vitest'
import { type AllowedOrigins, Origins } from './origins.ts'

/** Errors thrown by functions of these tests. */
const errors: unknown[] = []

/** Returns the origins of a server that listens on `address`. */
function originsOf(address: string, origins?: AllowedOrigins, host?: string): Origins {
  const family = address.includes(':') ? 'IPv6' : 'IPv4'
  const server = { address: () => ({ address, family, port: 3000 }) } as unknown as Server
  return new Origins(server, { origins, host, onError: (error) => errors.push(error) })
}

const asked = (host?: string, origin?: string) => ({ headers: { host, origin } }) as IncomingMessage

/** Whether a page of `origin` may join a server that it calls `host`. */
const joins = (origins: Origins, host: string, origin: string): boolean =>
  origins.upgradeRefusal(asked(host, origin)) === null

describe('pages of the same host', () => {
  const everywhere = originsOf('0.0.0.0')

  test.each([
    ['game.example', 'https://game.example'],
    ['game.example:3000', 'http://game.example:5173'],
    ['GAME.example', 'https://game.example'],
    ['192.168.1.5:3000', 'http://192.168.1.5:5173'],
    ['[2001:db8::5]:3000', 'http://[2001:db8::5]:5173'],
    ['localhost:3000', 'http://127.0.0.1:5173'],
    ['127.0.0.1:3000', 'http://localhost:5173'],
    ['[::1]:3000', 'http://dots.localhost:5173'],
  ])('%s takes %s', (host, origin) => expect(joins(everywhere, host, origin)).toBe(true))

  test.each([
    ['game.example', 'https://evil.example'],
    ['game.example', 'https://game.example.evil.example'],
    ['game.example', 'https://sub.game.example'],
    ['game.example', 'null'],
    ['game.example', ''],
    ['game.example', 'https://game.example, https://evil.example'],
    ['game.example', 'file://'],
    ['game.example', 'chrome-extension://game.example'],
    ['', 'http://'],
    ['evil@game.example', 'https://game.example'],
    ['127.0.0.1:3000', 'http://192.168.1.5:3000'],
    ['127.0.0.1:3000', 'http://127.0.0.1.evil.example'],
    ['localhost', 'http://evil-localhost'],
  ])("%s does not take '%s'", (host, origin) => {
    expect(joins(everywhere, host, origin)).toBe(false)
  })
})

describe('names of a server that only this machine reaches', () => {
  test.each(['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1'])(
    'on %s no stranger can own them',
    (address) => {
      const local = originsOf(address)
      const known = ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'a.localhost', 'den:3000']
      for (const host of [...known, '192.168.1.5:3000']) {
        expect(joins(local, host, `http://${host}`)).toBe(true)
        expect(local.requestRefusal(asked(host))).toBe(null)
      }
      for (const host of [
        'evil.example:3000',
        'localhost.evil.example',
        'localhost.',
        '127.0.0.1.nip.io',
      ]) {
        expect(joins(local, host, `http://${host}`)).toBe(false)
        expect(local.requestRefusal(asked(host))).toMatchObject({ status: 403 })
      }
      expect(local.stats).toEqual({ foreignOrigins: 0, unknownHosts: 8 })
    },
  )

  test('its own host and the hosts of listed origins are such names', () => {
    const own = originsOf('127.0.0.1', undefined, 'den.home.example')
    expect(joins(own, 'den.home.example:3000', 'http://den.home.example:3000')).toBe(true)
    const listed = originsOf('127.0.0.1', ['https://game.example'])
    expect(listed.requestRefusal(asked('game.example'))).toBe(null)
    expect(listed.requestRefusal(asked('evil.example'))).toMatchObject({ status: 403 })
  })

  test('a server that others reach may have any name', () => {
    expect(originsOf('0.0.0.0').requestRefusal(asked('evil.example'))).toBe(null)
    expect(originsOf('192.168.1.5').requestRefusal(asked('evil.example'))).toBe(null)
  })

  test('a client that sends no name is not a browser', () => {
    expect(originsOf('127.0.0.1').requestRefusal(asked())).toBe(null)
    expect(originsOf('127.0.0.1').upgradeRefusal(asked())).toBe(null)
    expect(joins(originsOf('127.0.0.1'), '', 'http://localhost')).toBe(false)
  })
})

describe('a list of origins', () => {
  const listed = originsOf('127.0.0.1', ['https://game.example', 'capacitor://localhost'])

  test('lets their pages in, whatever the server is called', () => {
    for (const host of ['game.example', 'eu.game.example', '127.0.0.1:3000']) {
      expect(joins(listed, host, 'https://game.example')).toBe(true)
      expect(joins(listed, host, 'capacitor://localhost')).toBe(true)
    }
  })

  test('lets no other pages in: not of the same host, not over plain http, not of this machine', () => {
    const others = [
      'http://game.example',
      'https://game.example:8443',
      'http://localhost:3000',
      'null',
    ]
    for (const origin of others) expect(joins(listed, 'game.example', origin)).toBe(false)
    expect(listed.stats).toEqual({ foreignOrigins: 4, unknownHosts: 0 })
    expect(joins(originsOf('127.0.0.1', []), 'localhost', 'http://localhost')).toBe(false)
  })

  test.each([
    ['https://game.example/', 'https://game.example'],
    ['https://Game.example:443', 'https://game.example'],
    ['https://game.example/play', 'https://game.example'],
    ['game.example', 'https://game.example'],
    ['*', 'https://game.example'],
    ['null', 'https://game.example'],
  ])("'%s' is no origin", (origin, example) => {
    expect(() => originsOf('127.0.0.1', [origin])).toThrow(
      `an entry of origins is '${origin}', but must be an origin such as '${example}'`,
    )
  })
})

describe('a function', () => {
  test('decides alone, and must return true to let a page in', () => {
    const pages = originsOf('127.0.0.1', (origin, { headers }) =>
      origin === 'null' ? headers.host === 'den' : (origin as never),
    )
    expect(joins(pages, 'den', 'null')).toBe(true)
    expect(joins(pages, 'other', 'null')).toBe(false)
    expect(joins(pages, 'localhost', 'http://localhost')).toBe(false)
    expect(pages.requestRefusal(asked('tunnel.example'))).toBe(null)
    expect(
      joins(
        originsOf('127.0.0.1', () => true),
        'a.example',
        'https://b.example',
      ),
    ).toBe(true)
  })

  test('that throws refuses the page', () => {
    const pages = originsOf('127.0.0.1', () => {
      throw new Error('no list today')
    })
    expect(joins(pages, 'localhost', 'http://localhost')).toBe(false)
    expect(errors).toEqual([new Error('no list today')])
  })
})
