/** What the path of a request begins with if it asks for one process: `/p/` and the number of the process. */
const PREFIX = /^\/p\/(0|[1-9]\d{0,3})(?=\/)/
/** The part of a request's first line that `PREFIX` looks at. */
const METHOD = /^[A-Z]{1,16} /

/**
 * Returns an address that leads to the process with this number. `url`: one that leads to any process; without it, the result
 * is a path. `path`: that of the WebSocket, with which `url` may end.
 */
export function urlOfProcess(number: number, url: string | undefined, path: string): string {
  const base = url?.endsWith(path) ? url.slice(0, -path.length) : (url ?? '').replace(/\/$/, '')
  return `${base}/p/${number}${path}`
}

/** Splits the address of a request into the number of the process that it asks for, or null, and the rest. */
export function splitPath(url: string): { readonly wanted: number | null; readonly rest: string } {
  const [prefix, number] = PREFIX.exec(url) ?? []
  if (prefix === undefined) return { wanted: null, rest: url }
  return { wanted: Number(number), rest: url.slice(prefix.length) }
}

/** The number of the process that the first line of a request asks for; null if it asks for none. */
export function processOfLine(head: Uint8Array): number | null {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 64)).toString(
    'latin1',
  )
  const [method] = METHOD.exec(start) ?? []
  return method === undefined ? null : splitPath(start.slice(method.length)).wanted
}
