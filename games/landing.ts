import { glide } from './glide.ts'

glide(matchMedia('(prefers-reduced-motion: reduce)').matches)

/** Brings the live picture in once the page stands: PixiJS is most of what this page weighs. */
async function bringLife(): Promise<void> {
  const holder = document.querySelector<HTMLElement>('#live')
  if (!holder) return
  try {
    const { live } = await import('./live.ts')
    await live(holder)
    holder.classList.add('on')
  } catch (error) {
    // The drawn hills stay: this page is of use without a picture that moves.
    console.info('no live picture:', error)
  }
}

// After the first paint, and after what the page itself needs.
requestAnimationFrame(() => setTimeout(bringLife, 50))
