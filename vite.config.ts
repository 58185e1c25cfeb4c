import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

const SITE_STYLES = /\/src\/(ui|features\/(storefront|accounts|consent|support))\/.*\.css$/

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
            codeSplitting: { groups: [{ name: 'site', test: SITE_STYLES }] },
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
