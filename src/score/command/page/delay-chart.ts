import type { Kit } from './kit.ts'

/**
 * Draws delay against faults over the traces with these indices: a dot per player, the bound, and lines of equal cost. Runs in
 * the page: it may use nothing but its arguments and the browser.
 */
export function drawDelayChart(kit: Kit, box: HTMLElement, traces: readonly number[]): void {
  const { data, view } = kit
  const LEAST = 0.01
  const chart = kit.chart(
    box,
    380,
    'Delay against faults, one dot per contender',
    'mean delay, ms',
    'faulty frames, %',
  )
  const { root, left, right, top, bottom } = chart
  const dots = data.players
    .map(({ name }, player) => ({
      player,
      name,
      delay: kit.meanScore(traces, player, 'delayMs'),
      fault: kit.meanScore(traces, player, 'faultPercent'),
    }))
    .filter(({ delay }) => Number.isFinite(delay))
  const bounds = traces.map((trace) => kit.bounds(trace)?.priced)
  const bound = {
    delay: kit.mean(bounds.map((one) => one?.delayMs)),
    fault: kit.mean(bounds.map((one) => one?.faultPercent)),
  }

  const delays = [...dots.map(({ delay }) => delay), bound.delay].filter(Number.isFinite)
  const most = Math.max(...delays, 10)
  const least = Math.min(...delays, most)
  const pad = Math.max((most - least) * 0.08, 5)
  const [from, to] = [Math.max(0, least - pad), most + pad * 1.5]
  const x = kit.scale(from, to, left, right)
  const height = kit.scale(Math.log10(LEAST), 2, bottom - 26, top)
  // Below the least value of the axis there is a band for players without faults.
  const y = (fault: number): number =>
    fault < LEAST ? bottom - 10 : height(Math.log10(Math.min(fault, 100)))

  const every = (right - left) / 90
  kit.marks(
    chart,
    kit.ticks(from, to, every).map((tick) => [x(tick), tick]),
    [0, 0.01, 0.1, 1, 10, 100].map((fault) => [y(fault), fault]),
  )

  // Equal cost: 20 ms of delay are worth 1 % of faulty frames.
  const clip = `clip-${traces.length}-${Math.round(right)}`
  const area = { x: left, y: top - 4, width: right - left, height: bottom - top + 4 }
  kit.add(kit.add(root, 'clipPath', { id: clip }), 'rect', area)
  const costs = kit.add(root, 'g', { 'clip-path': `url(#${clip})` })
  for (const cost of kit.ticks(from, to + 200, every).filter((tick) => tick > from)) {
    const points: [number, number][] = [[x(cost), bottom]]
    for (let step = -2; step <= 2; step += 0.05)
      points.push([x(cost - 20 * 10 ** step), height(step)])
    kit.add(costs, 'path', { class: 'cost', d: kit.line(points) })
  }

  const [leads, marks] = [kit.add(root, 'g', {}), kit.add(root, 'g', {})]
  const labels = kit.labels(root, leads, { left, right: right + 10, top: 0, bottom })
  const all = dots.map((dot) => ({ ...dot, colour: view.colours.get(dot.player) }))
  // Dots in colour lie on top.
  all.sort((a, b) => Number(a.colour !== undefined) - Number(b.colour !== undefined))
  for (const { player, name, delay, fault, colour } of all) {
    const place = { cx: x(delay), cy: y(fault), r: colour === undefined ? 4 : 6 }
    labels.block(place.cx, place.cy, place.r)
    const className = colour === undefined ? 'dot other' : `dot c${colour % 7}`
    const cost = kit.text(kit.meanScore(traces, player, 'costMs'), 0)
    const said = `${name}: ${kit.text(delay, 0)} ms, ${kit.text(fault, 2)} % faults, cost ${cost} ms`
    kit.add(kit.add(marks, 'circle', { class: className, ...place }), 'title', {}, said)
  }
  if (Number.isFinite(bound.delay)) {
    const [atX, atY] = [x(bound.delay), y(bound.fault)]
    labels.block(atX, atY, 7)
    kit.add(marks, 'path', { class: 'bound', d: `M${atX} ${atY - 7}l7 7l-7 7l-7-7z` })
    labels.place('bound', atX, atY, 'muted', true)
  }
  // Dots in colour are named first, while there is room.
  for (const { name, delay, fault, colour } of all.reverse()) {
    labels.place(
      name,
      x(delay),
      y(fault),
      colour === undefined ? 'muted' : '',
      colour !== undefined,
    )
  }
}
