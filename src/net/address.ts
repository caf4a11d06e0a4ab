import { isIPv6 } from 'node:net'

/** Groups of an IPv6 address that name a network; what follows is its holder's to choose. */
const NETWORK_GROUPS = 4
/** More of a text is nothing that an address needs. */
const MOST_CHARACTERS = 64

/**
 * The name under which an address is counted. IPv6 addresses of one /64 are one, because a single customer has them all;
 * `::ffff:192.0.2.1` is `192.0.2.1`. What is no IPv6 address stays what it is, its first 64 characters.
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

/** The eight groups of an IPv6 address, in lower case and without zeros in front, as a URL has them. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address}]`)
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  return [...before, ...new Array<string>(8 - before.length - after.length).fill('0'), ...after]
}
