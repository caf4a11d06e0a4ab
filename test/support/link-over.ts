import type { Link } from '../../src/link/link.ts'

/** What a link over another one does itself. */
type Own = Partial<Pick<Link, 'open' | 'send' | 'close'>>

/** A link over `link`: `own` in place of what it does, and `link` for the rest. */
export function linkOver(link: Link, own: Own): Link {
  return {
    kind: link.kind,
    uplink: link.uplink,
    get isOpen() {
      return link.isOpen
    },
    get bufferedBytes() {
      return link.bufferedBytes
    },
    open: (receiver) => link.open(receiver),
    send: (bytes) => link.send(bytes),
    close: (reason, detail) => link.close(reason, detail),
    ...own,
  }
}
