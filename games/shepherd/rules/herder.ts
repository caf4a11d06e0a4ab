/**
 * The herder behind a shepherd or a dog, as sheep remember it: the number of its player, or minus the number of a bot of
 * the room.
 */
export const herderOf = (body: { readonly owner: number | null; readonly bot: number }): number =>
  body.owner ?? -body.bot
