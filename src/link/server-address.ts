import { GlissadeError } from '../base/error.ts'

/**
 * Returns the address of a game server as a URL: an address without a path gets `/glissade`. `base`: what `to` may be relative
 * to. Throws `misuse`, which begins with the name of the caller, for a text that is not an address of `http`, `https`, `ws` or
 * `wss`.
 */
export function serverAddress(to: string | URL, caller: string, base?: URL): URL {
  const url = URL.canParse(to, base) && new URL(to, base)
  if (!url || !/^(ws|http)s?:/.test(url.href))
    throw new GlissadeError('misuse', `${caller}: '${to}' is not an address`)
  if (url.pathname === '/') url.pathname = '/glissade'
  if (base) url.search ||= base.search
  return url
}
