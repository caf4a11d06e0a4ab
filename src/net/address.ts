import { isIPv6 } from 'node:net'

/** The first groups of an IPv6 address name a network. The holder of the network chooses the rest. */
const NETWORK_GROUPS = 4
/** No address needs more characters. */
const MOST_CHARACTERS = 64

/**
 * Returns the name under which an address is counted. IPv6 addresses of one /64 have one name, because a single customer has
 * them all. `::ffff:192.0.2.1` becomes `192.0.2.1`. Of any text that is not an IPv6 address, the first 64 characters remain.
 */
export function countedAddress(address: string): string {
  const [bare = ''] = address.split('%', 1)
  if (!isIPv6(bare)) return address.slice(0, MOST_CHARACTERS)
  const groups = groupsOf(bare)
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff')
    return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Returns the eight groups of an IPv6 address, in lower case and without leading zeros, as a URL writes them. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address}]`)
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  return [...before, ...new Array<string>(8 - before.length - after.length).fill('0'), ...after]
}
