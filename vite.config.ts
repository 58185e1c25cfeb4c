import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { endpointAddresses } from './tools/bundler/endpoint-addresses.ts'
import { GROUPS } from './tools/script-groups.ts'

/** Adds the public pages' own small entry to the browser build, under a name that stays the same. */
const islands: Plugin = {
  name: 'islands',
  configEnvironment(name) {
    if (name !== 'client') return
    return {
      build: {
        // Parts of an app page that appear later need few extra files, and their list would be in every script. The
        // player of a preview needs many, and their list would be in every document's script.
        modulePreload: {
          resolveDependencies: (file, needed, { hostId }) =>
            /island/.test(hostId) && !file.includes('start-preview')
              ? needed
              : needed.filter((one) => one.endsWith('.css')),
        },
        rollupOptions: {
          input: ['./src/app/islands.ts'],
          preserveEntrySignatures: 'allow-extension',
          output: {
            codeSplitting: { groups: GROUPS, includeDependenciesRecursively: false },
            entryFileNames: (chunk) => (chunk.name === 'islands' ? 'assets/islands.js' : 'assets/[name]-[hash].js'),
          },
        },
      },
    }
  },
}

/** Without the line that Vite would add: every page carries its sheets, and twice each name. */
const scopedName = (name: string, file: string) =>
  `${name}_${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 3)}`

export default defineConfig({
  plugins: [endpointAddresses, reactRouter(), islands],
  css: { modules: { generateScopedName: scopedName } },
  ssr: { noExternal: ['@react-router/node'] },
  // One file: what is shown later in a browser is there at once on the server.
  environments: {
    ssr: { build: { rollupOptions: { input: './src/app/server.ts', output: { codeSplitting: false } } } },
  },
})
