import type { AnyGame } from 'glissade'
import { Inspector, type Session, type SimulatedNetwork } from 'glissade/client'
import type { DatagramTransport } from 'glissade/datagram'
import type { Marks } from '../panel/marks.ts'
import { openPanel } from '../panel/panel.ts'
import { leaveConditions } from '../panel/saved.ts'
import type { Hints } from '../panel/switches.ts'
import { joinAs } from './join.ts'
import { changed, type Visit } from './visit.ts'

/** What a game hands to the panel of its page. */
interface PanelOf<G extends AnyGame> {
  readonly session: Session<G>
  readonly network: SimulatedNetwork
  readonly visit: Visit
  readonly datagram: DatagramTransport | undefined
  readonly hints: Hints
  readonly marks?: Marks
  /** The colour of the page's own player, in degrees, or undefined while that player is not there. */
  ownHue(): number | undefined
}

/**
 * Opens the panel with the first frame in which the page's own player is there, because the server may have chosen its
 * colour.
 */
export function openPanelOnceThere<G extends AnyGame>(panel: PanelOf<G>): void {
  const { session, network, visit, datagram, hints, marks } = panel
  const undo = session.onFrame(() => {
    const hue = panel.ownHue()
    if (hue === undefined) return
    undo()
    openPanel({
      session,
      inspector: new Inspector(session as never),
      network,
      marks,
      hints,
      me: { name: visit.name, hue },
      introduce: (name, hue) => joinAs(session, network, name, hue),
      link: visit.link,
      datagrams: datagram?.status,
      isLocal: visit.isLocal,
      changeLink: (link) => {
        leaveConditions(network.conditions)
        location.replace(changed(location.href, { link }))
      },
    })
  })
}
