import { findBrowser } from '../../scripts/browser.mjs'
import { launchBrowser, openPage as openPageOf } from '../browser.ts'
import type { BadNetwork } from './bad-network.ts'

/** A page in a browser of its own, behind a bad network. */
export type FarPage = Awaited<ReturnType<typeof openPageOf>> & {
  /** Ends the browser, and waits until it has ended. */
  close(): Promise<void>
}

/**
 * Starts a headless Chromium in the client's namespace, and opens `url` in a page of 640 by 360 pixels. Resolves when the page
 * has loaded. The caller closes it before the network. Playwright controls the browser through a pipe, so that nothing but the
 * browser's own packets is delayed or lost. Among these are a few UDP packets that no page sends: queries of DNS and mDNS.
 */
export async function openPage(network: BadNetwork, url: string): Promise<FarPage> {
  const browser = await launchBrowser(network.executableIn('client', findBrowser()))
  try {
    return { ...(await openPageOf(browser, url)), close: () => browser.close() }
  } catch (error) {
    await browser.close()
    throw error
  }
}
