import { GlissadeError } from '../base/error.ts'
import type { Link } from '../link/link.ts'

/**
 * Returns a function that opens links by `open`: where the server says that the room is, or where the last link was open, or, if
 * nothing is there any more, at the given addresses in turn. A try that has no answer when the next one begins counts as failed.
 */
export function opener(
  to: string | URL | readonly (string | URL)[],
  open: (url: string) => PromiseLike<Link>,
): (moved?: string) => Promise<Link> {
  const all = [to].flat().map((one) => address(one as string | URL))
  let turn = 0
  let url = all[0]!
  let hanging = ''
  return async (moved) => {
    if (moved !== undefined) url = address(new URL(moved, url), new URL(url).search)
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

function address(to: string | URL, search?: string): string {
  if (!URL.canParse(to)) throw new GlissadeError('misuse', `connect: '${to}' is not an address`)
  const url = new URL(to)
  if (url.pathname === '/') url.pathname = '/glissade'
  if (search !== undefined) url.search ||= search
  return url.href
}
