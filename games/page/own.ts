/** The one of these that belongs to the page's own player, or undefined while it is not there. Free of allocation. */
export function ownOf<T extends { readonly mine: boolean }>(all: readonly T[]): T | undefined {
  for (let i = 0; i < all.length; i++) if (all[i]?.mine) return all[i]
  return undefined
}
