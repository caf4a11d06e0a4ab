import type { Kit } from './kit.ts'

/**
 * Draws position errors, as the share of frames per size of error, for one motion and the players in colour. Runs in the page:
 * it may use nothing but its arguments and the browser.
 */
export function drawErrorChart(kit: Kit, box: HTMLElement, motion: number): void {
  const { data, view } = kit
  const label = `Position errors of ${data.motions[motion]?.name}`
  const chart = kit.chart(box, 230, label, 'units from the truth at the displayed time', '')
  const { root, left, right, top, bottom } = chart
  const curves = data.curves[view.rate]?.[view.trace]
  const edges = data.errorEdges
  const bins = edges.length + 1
  const lines = [...view.colours]
    .map(([player, colour]) => ({
      colour,
      errors: curves?.players[player]?.[motion]?.errors ?? [],
      p99: kit.scores(view.trace, player, motion)[0]?.errorP99 ?? 0,
    }))
    .filter(({ errors }) => errors.length > 0)
    .sort((a, b) => b.colour - a.colour)
  const most = Math.max(500, ...lines.flatMap(({ errors }) => errors))
  const x = kit.scale(0, bins, left, right)
  // Heights are square roots, so that rare errors are visible beside frequent ones.
  const height = kit.scale(0, Math.sqrt(most * 1.06), bottom, top)
  const y = (share: number): number => height(Math.sqrt(share))
  kit.marks(
    chart,
    // There are five edges for each power of ten. Only whole powers have a mark.
    edges.flatMap((edge, i) => (i % 5 === 0 ? [[x(i + 1), edge] as const] : [])),
    [0, 1, 5, 20, 50, 100]
      .filter((percent) => percent * 100 <= most * 1.06)
      .map((percent) => [y(percent * 100), `${percent}%`]),
  )
  const first = Math.log10(edges[0] ?? 1)
  const perPower = (edges.length - 1) / (Math.log10(edges.at(-1) ?? 10) - first)
  for (const { colour, errors, p99 } of lines) {
    const points: [number, number][] = [[left, bottom]]
    errors.forEach((share, i) => {
      points.push([x(i), y(share)], [x(i + 1), y(share)])
    })
    points.push([right, bottom])
    const className = `c${colour % 7}${colour >= 7 ? ' dashed' : ''}`
    kit.add(root, 'path', { class: `band ${className}`, d: `${kit.line(points)}Z` })
    kit.add(root, 'path', { class: `curve ${className}`, d: kit.line(points) })
    const at = Math.min(Math.max((Math.log10(p99) - first) * perPower + 1, 0), bins)
    if (p99 > 0)
      kit.add(root, 'path', { class: `most ${className}`, d: `M${x(at)} ${top}V${bottom}` })
  }
}
