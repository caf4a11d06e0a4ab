const SNAPSHOTS = 7
const PERIOD_MS = 3600

/** The picture beside the title: what arrives in jumps, and what is shown. `isStill`: shows one moment of it. */
export function glide(isStill: boolean): void {
  const path = document.querySelector<SVGPathElement>('#glide path')
  const slide = document.querySelector<SVGCircleElement>('#slide')
  const lump = document.querySelector<SVGCircleElement>('#lump')
  const jumps = document.querySelector<SVGGElement>('#jumps')
  if (!path || !slide || !lump || !jumps) return
  const length = path.getTotalLength()
  const put = (dot: SVGCircleElement, share: number): void => {
    const { x, y } = path.getPointAtLength(share * length)
    dot.setAttribute('cx', String(x))
    dot.setAttribute('cy', String(y))
  }
  for (let i = 0; i < SNAPSHOTS; i++) {
    const dot = document.createElementNS('http://www.w3.org/2000/svg', 'circle')
    dot.setAttribute('r', '3')
    put(dot, i / (SNAPSHOTS - 1))
    jumps.append(dot)
  }
  const show = (nowMs: number): void => {
    // There and back, slower at the ends.
    const swing = (1 - Math.cos((nowMs / PERIOD_MS) * Math.PI)) / 2
    put(slide, swing)
    put(lump, Math.round(swing * (SNAPSHOTS - 1)) / (SNAPSHOTS - 1))
  }
  const frame = (nowMs: number): void => {
    show(nowMs)
    requestAnimationFrame(frame)
  }
  if (isStill) show(PERIOD_MS * 0.6)
  else requestAnimationFrame(frame)
}
