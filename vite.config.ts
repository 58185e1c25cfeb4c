import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

/** Sheets of many small ones: what every page has, and what only the public pages have. */
const SHEETS = [
  { name: 'site', test: /\/src\/(ui|features\/(accounts|consent|support))\/.*\.css$/ },
  { name: 'storefront', test: /\/src\/features\/storefront\/.*\.css$/ },
]

/** Adds the public pages' own small entry to the browser build, under a name that stays the same. */
const islands: Plugin = {
  name: 'islands',
  configEnvironment(name) {
    if (name !== 'client') return
    return {
      build: {
        rollupOptions: {
          input: ['./src/islands.ts'],
          output: {
            // A public page would otherwise wait for seventeen small sheets, one after another.
            codeSplitting: { groups: SHEETS },
            entryFileNames: (chunk) => (chunk.name === 'islands' ? 'assets/islands.js' : 'assets/[name]-[hash].js'),
          },
        },
      },
    }
  },
}

export default defineConfig({
  plugins: [reactRouter(), islands],
  ssr: { noExternal: ['@react-router/node'] },
  environments: { ssr: { build: { rollupOptions: { input: './src/server.ts' } } } },
})
