/** Safari throws an error if a page writes its address more than 100 times within 30 s, and a slider changes faster. */
const QUIET_MS = 300

let timer: ReturnType<typeof setTimeout> | undefined

/** Makes `query` the query of the page's address, 300 ms after the last call. */
export function writeAddress(query: URLSearchParams): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const text = query.toString()
    const search = text === '' ? '' : `?${text}`
    history.replaceState(null, '', `${location.pathname}${search}${location.hash}`)
  }, QUIET_MS)
}
