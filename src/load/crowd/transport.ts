import type { Link, LinkKind } from '../../link/link.ts'
import { connectWebSocket, nodeDataChannel } from '../../net/connect-node.ts'

/** Opens the connections of one client. */
export interface Transport {
  /** Whether its packets travel as datagrams now. */
  readonly isOnDatagrams: boolean
  /** Opens a link to the server, the first one or another. */
  open(): Promise<Link>
}

/**
 * Returns the transport of a client to the server at `url`, an address with a path. For datagrams it needs the package
 * `node-datachannel`, and rejects without it.
 */
export async function transportTo(url: string, kind: LinkKind): Promise<Transport> {
  if (kind === 'ordered') return { isOnDatagrams: false, open: () => connectWebSocket(url) }
  const channel = await nodeDataChannel()
  return {
    get isOnDatagrams() {
      return channel.status.isOnDatagrams
    },
    open: () => channel.open(url),
  }
}
