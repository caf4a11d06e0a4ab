import type { PageData } from './data.ts'
import { drawDelayChart } from './delay-chart.ts'
import { drawErrorChart } from './error-chart.ts'
import { ChartKit, Kit, type View } from './kit.ts'
import { fillRowTable, fillTraceTable } from './tables.ts'
import { drawTimeChart } from './time-chart.ts'

/** The functions and the class that draw the page. */
const PARTS = { Kit, drawDelayChart, drawTimeChart, drawErrorChart, fillTraceTable, fillRowTable }

/** Returns the script of the page. Its functions use nothing but their arguments, so their own text is complete. */
export function pageScript(): string {
  const texts = Object.entries(PARTS).map(([name, part]) => `${name}: ${part.toString()}`)
  return `
// Some compilers put this name around functions.
const __name = (one) => one
const ChartKit = ${ChartKit.toString()}
const startPage = ${startPage.toString()}
const parts = {
${texts.join(',\n')}
}
startPage(document, JSON.parse(document.getElementById('data').textContent), parts)
`
}

/**
 * Starts the page: the controls at its top choose what all its parts show. Runs in the page: it may use nothing but its
 * arguments and the browser.
 */
function startPage(page: Document, data: PageData, parts: typeof PARTS): void {
  const box = (id: string): HTMLElement => page.getElementById(id) as HTMLElement
  const allTraces = data.traces.map((_, i) => i)
  const middle = data.rates.indexOf(20)
  const view: View = {
    rate: middle >= 0 ? middle : 0,
    trace: Math.max(
      data.traces.findIndex(({ name }) => name === 'article200'),
      0,
    ),
    motion: -1,
    whole: 0,
    quantity: 0,
    sort: { column: -1, down: false },
    colours: new Map(),
  }
  const kit = new parts.Kit(page, data, view)

  const draw = (): void => {
    for (const part of page.querySelectorAll<HTMLElement>('[data-rate]')) {
      part.hidden = part.dataset['rate'] !== String(view.rate)
    }
    for (const word of page.querySelectorAll('.trace-name')) {
      word.textContent = data.traces[view.trace]?.name ?? ''
    }
    for (const word of page.querySelectorAll('.motion-name')) {
      word.textContent = data.motions[Math.max(view.motion, 0)]?.name ?? ''
    }
    parts.drawDelayChart(kit, box('delay-all'), allTraces)
    parts.drawDelayChart(kit, box('delay-one'), [view.trace])
    parts.drawTimeChart(kit, box('time'))
    data.motions.forEach((_, motion) => {
      parts.drawErrorChart(kit, box(`errors-${motion}`), motion)
    })
    parts.fillTraceTable(kit, box('all-traces'))
    parts.fillRowTable(kit, box('rows'), draw)
  }

  type Choice = 'rate' | 'trace' | 'motion' | 'quantity' | 'whole'
  /** Fills a list to choose from. The first of its `names` stands for the value `first`. */
  const choice = (name: Choice, names: readonly (string | number)[], first = 0): void => {
    const list = box(name) as HTMLSelectElement
    for (const [index, text] of names.entries()) {
      const option = kit.html(list, 'option', '', `${text}`) as HTMLOptionElement
      option.value = String(first + index)
    }
    list.value = String(view[name])
    list.addEventListener('change', () => {
      view[name] = Number(list.value)
      draw()
    })
  }
  choice('rate', data.rates)
  choice(
    'trace',
    data.traces.map(({ name }) => name),
  )
  choice('motion', ['all', ...data.motions.map(({ name }) => name)], -1)
  choice(
    'quantity',
    data.quantities.map(({ label }) => label),
  )
  choice('whole', ['worst moment', 'whole run'])

  const chips = data.players.map(({ name, about }, player) => {
    const chip = kit.html(box('players'), 'button', 'chip')
    kit.html(chip, 'i', '')
    kit.html(chip, 'span', '', name)
    chip.title = about
    chip.addEventListener('click', () => {
      if (!view.colours.delete(player)) colour(player)
      markChips()
      draw()
    })
    return chip
  })
  const markChips = (): void => {
    chips.forEach((chip, player) => {
      const place = view.colours.get(player)
      chip.className = place === undefined ? 'chip' : `chip c${place % 7}`
      chip.setAttribute('aria-pressed', String(place !== undefined))
    })
  }
  /** Gives a player the first colour that is free. */
  const colour = (player: number): void => {
    const used = new Set(view.colours.values())
    let free = 0
    while (used.has(free)) free++
    view.colours.set(player, free)
  }

  // At first, the first player and the three others of least cost are in colour.
  const costs = data.players.map((_, player) => {
    const ratios = allTraces.map((trace) => {
      const cost = kit.meanScore([trace], player, 'costMs')
      return Math.log(cost / (kit.bounds(trace)?.priced.costMs ?? 100))
    })
    return { player, cost: kit.mean(ratios) }
  })
  const rivals = costs
    .slice(1)
    .filter(({ cost }) => Number.isFinite(cost))
    .sort((a, b) => a.cost - b.cost)
  for (const { player } of [...costs.slice(0, 1), ...rivals.slice(0, 3)]) colour(player)
  markChips()
  draw()
  let width = page.documentElement.clientWidth
  window.addEventListener('resize', () => {
    // Phones resize the page as they scroll, but only the width matters.
    if (page.documentElement.clientWidth === width) return
    width = page.documentElement.clientWidth
    draw()
  })
}
