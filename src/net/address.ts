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
  const [, , , , , mapped, high = 0, low = 0] = groups
  if (mapped === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::', 2)
  const before = numbersOf(head)
  if (tail === undefined) return before
  const after = numbersOf(tail)
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** Groups with colons between them, of which the last may be written as an IPv4 address. */
function numbersOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    const bytes = group.split('.').map(Number)
    if (bytes.length < 4) return [Number.parseInt(group, 16)]
    return [(bytes[0]! << 8) | bytes[1]!, (bytes[2]! << 8) | bytes[3]!]
  })
}
