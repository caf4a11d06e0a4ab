import type * as Prometheus from 'prom-client'
import { GlissadeError } from '../base/error.ts'
import { coreOf } from '../server/room.ts'
import { TICK_BOUNDS_MS } from '../server/rooms/tick-times.ts'
import { LIMIT_METRICS } from './limits.ts'
import { countLinks, LINK_NAMES } from './links.ts'
import { PEER_METRICS, ROOM_METRICS } from './metric-table.ts'
import type { GameTotals } from './totals.ts'
import type { WatchedServer } from './watched-server.ts'

/** Bounds of the histograms of players. */
const DELAY_BOUNDS_SECONDS = [0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2]

/** The metrics of a server as text. */
export interface Metrics {
  /** The content type of the text. */
  readonly type: string
  /** Returns all metrics in the text format of Prometheus, those of other processes of the same server included. */
  text(): Promise<string>
}

/**
 * Loads `prom-client` and returns the metrics of a server, and those of the process. Throws `misuse` if the package is not
 * installed. Everything is collected when `text` is called, so that a tick costs nothing more.
 */
export async function loadMetrics(server: WatchedServer): Promise<Metrics> {
  const prometheus = await importPrometheus()
  const register = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register })
  const define = new Definitions(prometheus, register)
  defineServer(define, server)
  defineGames(define, server)
  defineTicks(define, server)
  definePlayers(prometheus, register, server)
  const type = register.contentType
  const { siblings } = server
  if (!siblings) return { type, text: () => register.metrics() }
  // Each process keeps its own series, so that counters fall only where a process has begun anew.
  register.setDefaultLabels({ process: siblings.name })
  siblings.share(() => register.getMetricsAsJSON())
  const { AggregatorRegistry } = prometheus
  const all = async () =>
    (await siblings.collectAll()) as Prometheus.MetricObjectWithValues<never>[][]
  return { type, text: async () => AggregatorRegistry.aggregate(await all()).metrics() }
}

async function importPrometheus(): Promise<typeof Prometheus> {
  try {
    return await import('prom-client')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why =
      code === 'ERR_MODULE_NOT_FOUND'
        ? "the option 'metrics' of serve needs the package prom-client: npm install prom-client"
        : `prom-client does not load: ${error}`
    throw new GlissadeError('misuse', why, { cause: error })
  }
}

/** One value of a metric, with its labels. */
interface Value {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** Defines metrics whose values are read when they are collected. */
class Definitions {
  readonly #prometheus: typeof Prometheus
  readonly #register: Prometheus.Registry

  constructor(prometheus: typeof Prometheus, register: Prometheus.Registry) {
    this.#prometheus = prometheus
    this.#register = register
  }

  /** Defines a counter. `values` returns the counts since the server started. */
  counter(name: string, help: string, labelNames: string[], values: () => Value[]): void {
    const registers = [this.#register]
    new this.#prometheus.Counter({
      ...{ name, help, labelNames, registers },
      collect() {
        this.reset()
        for (const { labels = {}, value } of values()) this.inc(labels, value)
      },
    })
  }

  /** Defines a gauge. */
  gauge(name: string, help: string, labelNames: string[], values: () => Value[]): void {
    const registers = [this.#register]
    new this.#prometheus.Gauge({
      ...{ name, help, labelNames, registers },
      collect() {
        this.reset()
        for (const { labels = {}, value } of values()) this.set(labels, value)
      },
    })
  }

  /** Defines a histogram whose classes are counted elsewhere. `values` returns its buckets, sums and counts. */
  histogram(name: string, help: string, values: () => NamedValue[]): void {
    // A `Histogram` of the package can only observe. This object has all that a registry reads.
    const kind = { name, help, type: 'histogram', aggregator: 'sum' }
    const metric = { name, get: async () => ({ ...kind, values: values() }) }
    this.#register.registerMetric(metric as unknown as Prometheus.Histogram)
  }
}

/** A value of a histogram: of `name_bucket`, `name_sum` or `name_count`. */
interface NamedValue {
  readonly labels: Record<string, string>
  readonly value: number
  readonly metricName: string
}

function defineServer(define: Definitions, server: WatchedServer): void {
  const { readiness } = server
  define.gauge('glissade_ready', '1 while the server accepts new players.', [], () => [
    { value: readiness.reason === null ? 1 : 0 },
  ])
  define.gauge('glissade_connections', 'Open connections.', [], () => [
    { value: server.connections() },
  ])
  define.counter(
    'glissade_refused_total',
    'What limits have kept out or ended.',
    ['part', 'limit'],
    () =>
      LIMIT_METRICS.map(({ part, limit, of }) => ({
        labels: { part, limit },
        value: of(server.stats()),
      })),
  )
  define.counter(
    'glissade_refused_connections_total',
    'Connections that ended before they reached a room.',
    ['reason'],
    () =>
      Object.entries(server.stats().refused).map(([reason, value]) => ({
        labels: { reason },
        value,
      })),
  )
  define.counter('glissade_accepted_sockets_total', 'WebSockets accepted.', [], () => [
    { value: server.stats().sockets.accepted },
  ])
  define.counter('glissade_opened_data_channels_total', 'Data channels opened.', [], () => [
    { value: server.stats().datagrams.opened },
  ])
  define.gauge('glissade_links', 'Connected players by kind of link.', ['link'], () => {
    const counts = countLinks(server.lobby.rooms.values())
    return LINK_NAMES.map((link) => ({ labels: { link }, value: counts[link] }))
  })
}

function defineGames(define: Definitions, server: WatchedServer): void {
  const each = (valuesOf: (totals: GameTotals) => Value[]): Value[] =>
    [...server.journal.totals.with(server.lobby.rooms.values())].flatMap(([game, totals]) =>
      valuesOf(totals).map(({ labels, value }) => ({ labels: { game, ...labels }, value })),
    )
  const games = ['game']
  define.gauge('glissade_rooms', 'Open rooms.', games, () =>
    each(({ rooms }) => [{ value: rooms }]),
  )
  define.counter('glissade_opened_rooms_total', 'Rooms opened.', games, () =>
    each(({ opened }) => [{ value: opened }]),
  )
  define.counter('glissade_closed_rooms_total', 'Rooms closed.', games, () =>
    each(({ closed }) => [{ value: closed }]),
  )
  define.gauge('glissade_players', 'Players in rooms.', ['game', 'state'], () =>
    each(({ connected, away }) => [
      { labels: { state: 'connected' }, value: connected },
      { labels: { state: 'away' }, value: away },
    ]),
  )
  const waitingHelp = 'Messages that wait to be sent to players, or for their acknowledgement.'
  define.gauge('glissade_waiting_messages', waitingHelp, games, () =>
    each(({ messagesWaiting }) => [{ value: messagesWaiting }]),
  )
  define.counter(
    'glissade_disconnects_total',
    'Connections of players that ended.',
    ['game', 'reason'],
    () =>
      each(({ stats }) =>
        Object.entries(stats.closed).map(([reason, value]) => ({ labels: { reason }, value })),
      ),
  )
  for (const { name, help, of } of ROOM_METRICS)
    define.counter(name, help, games, () => each(({ stats }) => [{ value: of(stats) }]))
}

function defineTicks(define: Definitions, { lobby: { tickTimes } }: WatchedServer): void {
  const name = 'glissade_tick_seconds'
  const help = "Time that a room's tick takes, with the snapshots that were due with it."
  define.histogram(name, help, () =>
    [...tickTimes].flatMap(([game, { counts, sumMs }]) => {
      let total = 0
      const buckets = Array.from(counts, (count, i) => {
        total += count
        const bound = TICK_BOUNDS_MS[i]
        const le = bound === undefined ? '+Inf' : String(bound / 1000)
        return { labels: { le, game }, value: total, metricName: `${name}_bucket` }
      })
      const labels = { game }
      return [
        ...buckets,
        { labels, value: sumMs / 1000, metricName: `${name}_sum` },
        { labels, value: total, metricName: `${name}_count` },
      ]
    }),
  )
  define.counter(
    'glissade_late_ticks_total',
    'Ticks that ran a whole step late or later.',
    ['game'],
    () => [...tickTimes].map(([game, { late }]) => ({ labels: { game }, value: late })),
  )
}

/** Defines the histograms of connected players. Each scrape observes the present value of each of them once. */
function definePlayers(
  prometheus: typeof Prometheus,
  register: Prometheus.Registry,
  { lobby }: WatchedServer,
): void {
  for (const { name, help, ofMs } of PEER_METRICS)
    new prometheus.Histogram({
      ...{ name, help, labelNames: ['game'], buckets: DELAY_BOUNDS_SECONDS, registers: [register] },
      collect() {
        for (const room of lobby.rooms.values())
          for (const peer of coreOf(room).peerList)
            if (ofMs(peer) >= 0) this.observe({ game: room.game.name }, ofMs(peer) / 1000)
      },
    })
}
