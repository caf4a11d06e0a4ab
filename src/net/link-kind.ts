import type { LinkKind } from '../link/link.ts'

/**
 * What kind of link an address asks for by `link=ordered` or `link=datagram` in its query; ordered where it says
 * nothing, null for any other word. Takes whole addresses and the paths of requests.
 */
export function linkKindOf(address: string): LinkKind | null {
  const kind = /[?&]link=([^&#]*)/.exec(address)?.[1] ?? 'ordered'
  return kind === 'ordered' || kind === 'datagram' ? kind : null
}
