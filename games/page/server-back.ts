/** How often the server is asked whether it is there. */
const ASK_MS = 2000

/**
 * Calls `isBack` once when the server of this page answers. With `isAway`, not before it has failed to answer once, of which
 * `isAway` hears.
 */
export async function whenServerIsBack(
  isAway: (() => void) | null,
  isBack: () => void,
): Promise<void> {
  let counts = isAway === null
  for (;;) {
    const isThere = await answers()
    if (isThere && counts) return isBack()
    if (!isThere && !counts) isAway?.()
    counts ||= !isThere
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
  }
}

const answers = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
