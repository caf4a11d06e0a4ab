import { glide } from './glide.ts'

glide(matchMedia('(prefers-reduced-motion: reduce)').matches)

/** Brings the live picture in once the page stands, because PixiJS is most of what this page loads. */
async function bringLife(): Promise<void> {
  const holder = document.querySelector<HTMLElement>('#live')
  if (!holder) return
  try {
    const { live } = await import('./live.ts')
    await live(holder)
    holder.classList.add('on')
  } catch (error) {
    // The drawn hills stay: this page is useful without a moving picture.
    console.info('no live picture:', error)
  }
}

// This runs after the first paint, and after everything that the page itself needs.
requestAnimationFrame(() => setTimeout(bringLife, 50))
