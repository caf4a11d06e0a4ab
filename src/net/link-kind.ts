import type { LinkKind } from '../link/link.ts'

/**
 * Returns the kind of link that an address asks for with `link=ordered` or `link=datagram` in its query: ordered without such
 * a parameter, null for any other word. Reads whole addresses and the paths of requests.
 */
export function linkKindOf(address: string): LinkKind | null {
  const kind = /[?&]link=([^&#]*)/.exec(address)?.[1] ?? 'ordered'
  return kind === 'ordered' || kind === 'datagram' ? kind : null
}
