/** How often the server is asked whether it is there. */
const ASK_MS = 2000

/**
 * Calls `isBack` once when the server of this page answers. `onlyAfterFailure`: not before it has failed to answer once.
 */
export async function whenServerIsBack(
  onlyAfterFailure: boolean,
  isBack: () => void,
): Promise<void> {
  let counts = !onlyAfterFailure
  for (;;) {
    const isThere = await answers()
    if (isThere && counts) return isBack()
    counts ||= !isThere
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
  }
}

const answers = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
