/** First names of bots. No two bots of one room have the same name. */
export const BOT_NAMES: readonly string[] = ['Mia', 'Leo', 'Nora', 'Finn', 'Ida', 'Theo']

/** Players get their numbers from 1 upwards, so the highest ones are free for bots. */
const HIGHEST = 65_535

/** What tells whose a pip is; a view and the room's own entity have it. */
interface Named {
  readonly owner: number | null
  readonly name: string
}

/** Whether the room moves a pip itself. */
export const isBot = ({ owner }: { readonly owner: number | null }): boolean => owner === null

/**
 * The number by which the round and the events name a pip: the number of its player, or one that follows from the name of a
 * bot. 0 for a pip without a player that has no bot's name.
 */
export function numberOf({ owner, name }: Named): number {
  if (owner !== null) return owner
  const place = BOT_NAMES.indexOf(name)
  return place < 0 ? 0 : HIGHEST - place
}
