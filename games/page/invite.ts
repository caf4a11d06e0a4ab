import { element } from './element.ts'
import { onLeaving } from './leaving.ts'
import { changed, invitation, roomName, type Visit } from './visit.ts'

/** The end of the address of a room that has just been made. */
const FRESH = '#invite'

/** How long a button says that it has copied the link. */
const COPIED_MS = 2500

/**
 * The small card behind the button 'Invite'. In the room that is open to all, the card makes a private room. In a private
 * room, it shows the link for friends. Nobody else can join a room without a server, so there the card leads to the server.
 * `leave` is called on the way to another room.
 */
export function openInvite({ room, isLocal }: Visit, leave: () => void): void {
  const card = element('invite-card')
  const text = element('invite-text')
  const link = element('invite-link') as HTMLInputElement
  const act = element('invite-act') as HTMLButtonElement
  const out = element('invite-leave') as HTMLAnchorElement
  link.hidden = out.hidden = room === '' || isLocal
  out.href = changed(location.href, { room: undefined })
  onLeaving(out, leave)
  // Closing the card gives the focus back to its button, which would take the keys of the game.
  card.addEventListener('toggle', () => {
    if (!card.matches(':popover-open')) element('invite').blur()
  })
  if (isLocal) {
    text.textContent = 'This room runs in your browser, without a server. Nobody else can join it.'
    act.textContent = 'Play on the server'
    act.addEventListener('click', () => {
      leave()
      location.assign(changed(location.href, { local: undefined }))
    })
    return
  }
  if (room === '') {
    text.textContent =
      'This room is open to everyone. Only people with the link can join a room of your own.'
    act.textContent = 'Make a room'
    act.addEventListener('click', () => {
      leave()
      const fresh = roomName(crypto.getRandomValues(new Uint8Array(8)))
      location.assign(changed(location.href, { room: fresh }) + FRESH)
    })
    return
  }
  text.textContent = 'Anyone who opens this link plays here with you.'
  link.value = invitation(location.href, room)
  link.addEventListener('focus', () => link.select())
  act.textContent = 'Copy link'
  act.addEventListener('click', async () => {
    act.textContent = (await copied(link)) ? 'Copied' : 'Press Ctrl-C'
    setTimeout(() => {
      act.textContent = 'Copy link'
    }, COPIED_MS)
  })
  if (location.hash !== FRESH) return
  history.replaceState(null, '', changed(location.href, {}))
  card.showPopover?.()
}

/**
 * Pages that are not served over HTTPS have no clipboard. The link stays selected, so that the keyboard can copy it.
 */
async function copied(link: HTMLInputElement): Promise<boolean> {
  link.select()
  try {
    await navigator.clipboard.writeText(link.value)
    return true
  } catch {
    return false
  }
}
