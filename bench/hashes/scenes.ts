import type { LinkKind } from 'glissade/parts'
import type { GameChoice } from './games.ts'
import type { NetworkName } from './parts.ts'
import type { Scene } from './play.ts'
import type { PlotName } from './plots.ts'

const platformer = (rest?: Omit<GameChoice, 'of'>): GameChoice => ({ of: 'platformer', ...rest })
const shepherd = (rest?: Omit<GameChoice, 'of'>): GameChoice => ({ of: 'shepherd', ...rest })
const fields = (rest?: Omit<GameChoice, 'of'>): GameChoice => ({ of: 'fields', ...rest })

type Rest = Partial<Omit<Scene, 'room'>> & { readonly room?: Omit<Scene['room'], 'link'> }
type Row = readonly [string, GameChoice, NetworkName, LinkKind, readonly PlotName[], Rest?]

// biome-ignore format: one simulation a line
const ROWS: readonly Row[] = [
  // The platformer: each player has its own time.
  ['platformer-perfect', platformer(), 'perfect', 'ordered', ['comings', 'strangers'], { hurryPpm: 20_000 }],
  ['platformer-wifi', platformer(), 'wifi', 'ordered', ['breaks', 'talk'], { syncTest: true }],
  ['platformer-4g', platformer(), '4g', 'datagram', ['hiding']],
  ['platformer-weak', platformer(), 'weak', 'datagram', ['techniques']],
  ['platformer-awful', platformer(), 'awful', 'ordered', ['conditions'], { seconds: 15 }],
  ['platformer-log-latest', platformer(), 'log', 'datagram', ['hiding'], { playout: 'latest' }],
  ['platformer-tables', platformer({ coding: 'tables' }), 'lossy', 'datagram', ['comings'], { players: 6 }],
  ['platformer-30hz-fixed', platformer({ stepHz: 30, sendHz: 30 }), 'jitter', 'ordered', ['hiding'], { playout: 'fixed' }],
  ['platformer-128hz', platformer({ stepHz: 128, sendHz: 64 }), 'lan', 'datagram', ['hiding'], { players: 3, seconds: 8 }],
  ['platformer-repeat', platformer({ authority: 'repeat' }), '4g', 'ordered', ['pauses']],
  ['platformer-skip', platformer({ authority: 'skip' }), 'jitter', 'datagram', ['hiding']],
  ['platformer-sight', platformer({ sight: 300, bytesPerSecond: 1500 }), 'far', 'ordered', ['comings'], { players: 6 }],
  ['platformer-strict', platformer(), 'traced', 'ordered', ['pauses'], { hurryPpm: 30_000, room: { isStrict: true }, driver: 'phase locked', playout: 'phase locked' }],
  // Shepherd's World: one tick for everybody.
  ['shepherd-wifi', shepherd(), 'wifi', 'ordered', ['breaks']],
  ['shepherd-4g-frozen', shepherd({ coding: 'frozen' }), '4g', 'datagram', ['rests']],
  ['shepherd-weak-idle', shepherd({ authority: 'idle' }), 'weak', 'ordered', ['comings']],
  ['shepherd-skip-tables', shepherd({ authority: 'skip', coding: 'tables' }), 'doubling', 'datagram', ['hiding', 'pauses']],
  ['shepherd-own-time', shepherd({ authority: 'own' }), 'jitter', 'ordered', ['conditions'], { playout: 'stepwise' }],
  ['shepherd-budget', shepherd({ bytesPerSecond: 2500 }), 'lossy', 'datagram', ['breaks'], { driver: 'round trip' }],
  ['shepherd-20hz', shepherd({ stepHz: 20, sendHz: 10 }), 'far', 'ordered', ['talk', 'techniques'], { driver: 'phase locked', playout: 'fixed' }],
  // The small game with every type of field.
  ['fields-perfect', fields(), 'perfect', 'ordered', ['talk', 'comings', 'strangers']],
  ['fields-wifi', fields(), 'wifi', 'datagram', ['breaks', 'talk']],
  ['fields-silence', fields(), 'lossy', 'datagram', ['silence', 'talk'], { seconds: 15 }],
  ['fields-silence-ordered', fields({ stepHz: 60 }), 'wifi', 'ordered', ['silence', 'talk'], { seconds: 15 }],
  ['fields-log-fixed', fields(), 'log', 'datagram', ['techniques'], { playout: 'fixed 120', driver: 'pace' }],
  ['fields-playouts', fields(), 'jitter', 'ordered', ['playouts', 'talk']],
  ['fields-60hz-stepwise', fields({ stepHz: 60 }), '4g', 'ordered', ['hiding'], { playout: 'stepwise', driver: 'round trip' }],
  ['fields-phase-locked', fields(), 'wifi', 'datagram', ['hiding', 'spoiling'], { playout: 'phase locked', driver: 'phase locked' }],
  ['fields-arrived-only', fields(), 'doubling', 'datagram', ['pauses'], { playout: 'least cost, arrived only' }],
  ['fields-tables', fields({ coding: 'tables' }), 'weak', 'datagram', ['comings', 'breaks', 'spoiling']],
  ['fields-frozen', fields({ coding: 'frozen' }), 'jitter', 'ordered', ['rests', 'hiding']],
  ['fields-sight', fields({ sight: 110 }), 'lossy', 'datagram', ['breaks', 'talk'], { players: 7 }],
  ['fields-sight-budget', fields({ sight: 160, bytesPerSecond: 1200 }), 'wifi', 'ordered', ['comings'], { players: 6 }],
  ['fields-rests', fields(), '4g', 'ordered', ['rests', 'losses', 'spoiling'], { room: { quietHz: 2 } }],
  ['fields-full', fields({ stepHz: 20 }), 'lan', 'ordered', ['breaks', 'losses', 'closing'], { room: { maxPlayers: 3, resumeMs: 1500 } }],
  ['fields-awful-repeat', fields({ authority: 'repeat' }), 'awful', 'ordered', ['talk', 'rests'], { seconds: 15 }],
  ['fields-idle-tables', fields({ authority: 'idle', coding: 'tables', sight: 200 }), 'lossy', 'datagram', ['breaks', 'techniques']],
  ['fields-128hz-skip', fields({ authority: 'skip', stepHz: 128, sendHz: 32 }), 'traced', 'datagram', ['hiding'], { driver: 'lead', seconds: 8 }],
]

/** All simulations but the duels, each with a seed of its own. */
export const SCENES: readonly Scene[] = ROWS.map(
  ([name, game, network, link, plots, { room, ...rest } = {}], n) => ({
    name,
    game,
    network,
    plots,
    seed: n + 1,
    seconds: 11,
    players: 4,
    ...rest,
    room: { link, ...room },
  }),
)
