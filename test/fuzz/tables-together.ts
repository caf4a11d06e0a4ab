import type { Clock } from '../../src/base/clock.ts'
import type { Link, LinkReceiver, Network } from '../../src/link/link.ts'
import { WrappedLink } from '../../src/testing/wrapped-link.ts'
import * as PACKET from '../../src/wire/packets/packet.ts'

/**
 * `network`, in which a server's TABLES packets share the fate of the packet after them. When a room learns tables depends on
 * everybody in it. Each packet more would shift the luck of all that follow, and who has tables earlier or later would seem to be
 * shown something else.
 */
export function tablesTogether(network: Network): Network {
  const wrap = (link: Link, clock: Clock): Link =>
    new WrappedLink(network.wrap(new WrappedLink(link, joined), clock), parted)
  return { wrap }
}

/** Hands on packets with the TABLES before them, each behind its length. */
function joined(receiver: LinkReceiver): LinkReceiver {
  let bundle: number[] = []
  return {
    packet(bytes, arrivedAtMs) {
      bundle.push(bytes.length & 0xff, bytes.length >> 8, ...bytes)
      if (bytes[0] === PACKET.tables) return
      receiver.packet(Uint8Array.from(bundle), arrivedAtMs)
      bundle = []
    },
    closed: (reason, detail) => receiver.closed(reason, detail),
  }
}

/** Takes apart what `joined` has joined. */
function parted(receiver: LinkReceiver): LinkReceiver {
  return {
    packet(bytes, arrivedAtMs) {
      for (let at = 0; at < bytes.length; ) {
        const from = at + 2
        at = from + bytes[at]! + 256 * bytes[at + 1]!
        receiver.packet(bytes.subarray(from, at), arrivedAtMs)
      }
    },
    closed: (reason, detail) => receiver.closed(reason, detail),
  }
}
