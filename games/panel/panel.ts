import type { Inspector, SessionStats, SimulatedNetwork, Techniques } from 'glissade/client'
import type { DatagramStatus } from 'glissade/datagram'
import type { LinkKind, Playout } from 'glissade/parts'
import { Pane } from 'tweakpane'
import type { Board } from './board.ts'
import { giveFocusBack } from './focus.ts'
import { GraphFolder } from './graph-folder.ts'
import { addIntroduction } from './introduction.ts'
import type { Marks } from './marks.ts'
import { addLink, NetworkFolder } from './network-folder.ts'
import { Readout } from './readout.ts'
import { savedOpen, saveOpen } from './saved.ts'
import { addMarks, addTechniques, type Hints } from './switches.ts'

/** What the panel needs of a session. */
interface PanelSession {
  readonly techniques: Techniques
  readonly stats: SessionStats
  playout: Playout
  onFrame(run: (dtSeconds: number) => void): () => void
}

/** What a page hands to its panel. */
interface PanelOptions {
  readonly session: PanelSession
  /** An inspector of that session. */
  readonly inspector: Inspector
  /** The network the session was made with. */
  readonly network: SimulatedNetwork
  /** The panel writes these marks, and the picture reads them. Default: a picture without marks. */
  readonly marks?: Marks | undefined
  readonly hints: Hints
  /** The page's player. `hue` is in degrees, 0 to 359. */
  readonly me: { readonly name: string; readonly hue: number }
  /** Called when the player wants another name (1 to 16 characters, '' for none) or colour. */
  introduce(name: string, hue: number): void
  /** How the session's packets travel. */
  readonly link: LinkKind
  /** Which way packets take now; `undefined` where only the WebSocket is used. */
  readonly datagrams: DatagramStatus | undefined
  /** Whether the room runs in a worker of this page. */
  readonly isLocal: boolean
  /** Called when the player chooses another kind of link: the page reloads and joins again. */
  changeLink(kind: LinkKind): void
}

/**
 * Opens the panel in the page's upper right corner. It has a simulated network for this tab, graphs of what the session
 * measures, each technique as a switch, marks in the picture, and the player's name and colour. It is closed
 * unless this browser left it open. Keys stay with the game. Call once, when the session has joined.
 */
export function openPanel(options: PanelOptions): void {
  const { session, inspector, network, marks, me } = options
  const holder = document.createElement('aside')
  holder.className = 'panel'
  holder.ariaLabel = 'Netcode'
  // In the order in which eyes and the Tab key go, the panel comes before a card that may be below it.
  document.body.insertBefore(holder, document.getElementById('name-card'))
  const isRoomy = window.innerWidth >= 1100 && window.innerHeight >= 520
  const pane: Board = new Pane({
    container: holder,
    title: 'Netcode',
    expanded: savedOpen() ?? false,
  }) as never
  pane.on('fold', () => saveOpen(pane.expanded))

  const folder = (title: string, expanded: boolean): Board => pane.addFolder({ title, expanded })
  const lag = folder('Network', true)
  new NetworkFolder(lag, network)
  const way = addLink(lag, options, (kind) => options.changeLink(kind))
  const readout = new Readout(session.stats)
  lag.element.lastElementChild?.append(readout.root)
  const graph = new GraphFolder(pane, folder('Graph', isRoomy), session.stats)
  const techniques = folder('Techniques', false)
  addTechniques(techniques, session, options.hints)
  if (marks) addMarks(folder('Marks', false), marks)
  addIntroduction(folder('You', false), me, (name, hue) => options.introduce(name, hue))

  for (const board of [lag, techniques]) board.on('change', () => readout.restart())
  session.onFrame((dtSeconds) => {
    way.show()
    readout.show(dtSeconds, inspector.foresight())
    graph.show(performance.now())
  })
  giveFocusBack(holder)
}
