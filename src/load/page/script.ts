import { ChartKit } from '../../score/command/page/kit.ts'
import type { LoadPageData } from './data.ts'
import { drawLineChart } from './line-chart.ts'

/** The function and the class that draw the page. */
const PARTS = { ChartKit, drawLineChart }

/** Returns the script of the page. Its functions use nothing but their arguments, so their own text is complete. */
export function loadScript(): string {
  const texts = Object.entries(PARTS).map(([name, part]) => `${name}: ${part.toString()}`)
  return `
// Some compilers put this name around functions.
const __name = (one) => one
const startPage = ${startPage.toString()}
const parts = {
${texts.join(',\n')}
}
startPage(document, JSON.parse(document.getElementById('data').textContent), parts)
`
}

/** Draws all charts, again when the width changes. Runs in the page: it may use nothing but its arguments and the browser. */
function startPage(page: Document, data: LoadPageData, parts: typeof PARTS): void {
  const kit = new parts.ChartKit(page)
  const draw = (): void => {
    for (const chart of data.charts) {
      const box = page.getElementById(`chart-${chart.id}`) as HTMLElement
      parts.drawLineChart(kit, box, data, chart)
    }
  }
  draw()
  let width = page.documentElement.clientWidth
  window.addEventListener('resize', () => {
    // Phones resize the page as they scroll, but only the width matters.
    if (page.documentElement.clientWidth === width) return
    width = page.documentElement.clientWidth
    draw()
  })
}
