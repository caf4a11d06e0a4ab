/** @typedef {import('../monitor-data.ts').MonitorData} MonitorData */

const KEY = 'glissade-monitor-token'

/** An answer other than 200: its status, and what the server says. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} said
   */
  constructor(status, said) {
    super(said)
    this.status = status
  }
}

/** The token that this tab remembers; '' for none. */
export function token() {
  return sessionStorage.getItem(KEY) ?? ''
}

/**
 * Remembers a token until the tab is closed; '' forgets it.
 * @param {string} given
 */
export function remember(given) {
  if (given === '') sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, given)
}

/**
 * Asks for what the page shows.
 * @param {string | null} room the selected room
 * @param {number} sinceMs the newest sample that the page has
 * @returns {Promise<MonitorData>}
 */
export async function readData(room, sinceMs) {
  const query = new URLSearchParams({ since: String(sinceMs) })
  if (room !== null) query.set('room', room)
  const response = await request('data', query, 'GET')
  return response.json()
}

/**
 * Kicks a player, or closes a room.
 * @param {'kick' | 'close'} what
 * @param {Record<string, string>} which
 */
export async function act(what, which) {
  await request(what, new URLSearchParams(which), 'POST')
}

/**
 * @param {string} name
 * @param {URLSearchParams} query
 * @param {'GET' | 'POST'} method
 */
async function request(name, query, method) {
  // The address is relative, so that the page also works below a path of a proxy.
  const response = await fetch(`monitor/${name}?${query}`, {
    method,
    headers: { Authorization: `Bearer ${token()}` },
    cache: 'no-store',
  })
  if (!response.ok) throw new Refused(response.status, (await response.text()).trim())
  return response
}
