import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defaultClientConditions, defineConfig } from 'vite'
import { pagesFolder } from './scripts/pages.mjs'
import { site } from './scripts/site/plugin.ts'

const games = join(import.meta.dirname, 'games')

/** The landing page and one page per folder of `games` that has an index.html. */
const pages = ['.', ...readdirSync(games)]
  .map((folder) => join(games, folder, 'index.html'))
  .filter((file) => existsSync(file))

export default defineConfig({
  root: games,
  // Relative addresses, so that the pages work below any path of a site.
  base: './',
  appType: 'mpa',
  plugins: [site(import.meta.dirname)],
  resolve: { conditions: ['glissade-source', ...defaultClientConditions] },
  // Workers are modules, and load the physics engine when they need it.
  worker: { format: 'es' },
  build: {
    outDir: pagesFolder(import.meta.dirname),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    // Nothing inline, neither scripts nor data: addresses, so that a strict content security policy holds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: pages,
      output: {
        // PixiJS loads its renderers when asked. Were they in chunks that import a page's entry, its
        // top-level `await app.init()` would wait for itself; a chunk of PixiJS alone rules that out.
        codeSplitting: { groups: [{ name: 'pixi', test: /node_modules[\\/]pixi\.js/ }] },
      },
    },
  },
})
