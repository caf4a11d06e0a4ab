import type { Link } from '../link/link.ts'
import { serverAddress } from '../link/server-address.ts'

/**
 * Returns a function that opens links by `open`: where the server says that the room is, or where the last link was open, or, if
 * nothing is there any more, at the given addresses in turn. A try that has no answer when the next one begins counts as failed.
 */
export function opener(
  to: readonly (string | URL)[],
  open: (url: string) => PromiseLike<Link>,
): (moved?: string) => Promise<Link> {
  const all = to.map((one) => serverAddress(one, 'connect').href)
  let turn = 0
  let url = all[0]!
  let hanging = ''
  return async (moved) => {
    if (moved !== undefined) url = serverAddress(moved, 'connect', new URL(url)).href
    else if (url === hanging) url = all[++turn % all.length]!
    const tried = url
    hanging = tried
    try {
      const link = await open(tried)
      if (hanging === tried) hanging = ''
      return link
    } catch (error) {
      if (url === tried) url = all[++turn % all.length]!
      throw error
    }
  }
}
