import type { PageData } from './data.ts'
import type { drawDelayChart } from './delay-chart.ts'
import type { drawErrorChart } from './error-chart.ts'
import type { Kit, View } from './kit.ts'
import type { fillRowTable, fillTraceTable } from './tables.ts'
import type { drawTimeChart } from './time-chart.ts'

/** What draws each part of the page. */
export interface Parts {
  readonly drawDelayChart: typeof drawDelayChart
  readonly drawTimeChart: typeof drawTimeChart
  readonly drawErrorChart: typeof drawErrorChart
  readonly fillTraceTable: typeof fillTraceTable
  readonly fillRowTable: typeof fillRowTable
}

/**
 * Brings the page to life: the controls at its top choose what all its parts show. Runs in the page: it may use nothing
 * but its arguments and the browser.
 */
export function startPage(page: Document, data: PageData, kit: Kit, parts: Parts): void {
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
    whole: false,
    quantity: 0,
    sort: { column: -1, down: false },
    colours: new Map(),
  }

  const draw = (): void => {
    for (const part of page.querySelectorAll<HTMLElement>('[data-rate]')) {
      part.hidden = part.dataset['rate'] !== String(data.rates[view.rate])
    }
    for (const word of page.querySelectorAll('.trace-name')) {
      word.textContent = data.traces[view.trace]?.name ?? ''
    }
    for (const word of page.querySelectorAll('.motion-name')) {
      word.textContent = data.motions[Math.max(view.motion, 0)] ?? ''
    }
    parts.drawDelayChart(kit, data, view, box('delay-all'), allTraces)
    parts.drawDelayChart(kit, data, view, box('delay-one'), [view.trace])
    parts.drawTimeChart(kit, data, view, box('time'))
    data.motions.forEach((_, motion) => {
      parts.drawErrorChart(kit, data, view, box(`errors-${motion}`), motion)
    })
    parts.fillTraceTable(kit, data, view, box('all-traces'))
    parts.fillRowTable(kit, data, view, box('rows'), draw)
  }

  /** A row of buttons of which one is down. */
  const choice = (
    id: string,
    names: readonly string[],
    now: () => number,
    choose: (index: number) => void,
  ): void => {
    const buttons = names.map((name, index) => {
      const button = kit.html(box(id), 'button', '', name)
      button.addEventListener('click', () => {
        choose(index)
        mark()
        draw()
      })
      return button
    })
    const mark = (): void => {
      buttons.forEach((button, index) => {
        button.setAttribute('aria-pressed', String(index === now()))
      })
    }
    mark()
  }
  const select = (
    id: string,
    names: readonly string[],
    now: number,
    choose: (i: number) => void,
  ) => {
    const list = box(id) as HTMLSelectElement
    names.forEach((name, index) => {
      const option = kit.html(list, 'option', '', name) as HTMLOptionElement
      option.value = String(index)
    })
    list.value = String(now)
    list.addEventListener('change', () => {
      choose(Number(list.value))
      draw()
    })
  }

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
  /** Gives a player the first colour that nobody has. */
  const colour = (player: number): void => {
    const used = new Set(view.colours.values())
    let free = 0
    while (used.has(free)) free++
    view.colours.set(player, free)
  }

  choice(
    'rate',
    data.rates.map((rate) => `${rate}`),
    () => view.rate,
    (index) => {
      view.rate = index
    },
  )
  choice(
    'span',
    ['10 s around the worst moment', 'whole run'],
    () => Number(view.whole),
    (index) => {
      view.whole = index === 1
    },
  )
  const traceNames = data.traces.map(({ name }) => name)
  select('trace', traceNames, view.trace, (index) => {
    view.trace = index
  })
  select('motion', ['all', ...data.motions], view.motion + 1, (index) => {
    view.motion = index - 1
  })
  const labels = data.quantities.map(({ label }) => label)
  select('quantity', labels, view.quantity, (index) => {
    view.quantity = index
  })

  // In colour at first: the first player, and the three others of least cost.
  const costs = data.players.map((_, player) => {
    const ratios = allTraces.map((trace) => {
      const cost = kit.mean(
        data.motions.map((_, motion) => data.scores[view.rate]?.[trace]?.[player]?.[motion]?.[0]),
      )
      return Math.log(cost / (data.bounds[view.rate]?.[trace]?.costMs ?? 100))
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
    // Phones resize as they scroll; only the width makes a difference.
    if (page.documentElement.clientWidth === width) return
    width = page.documentElement.clientWidth
    draw()
  })
}
