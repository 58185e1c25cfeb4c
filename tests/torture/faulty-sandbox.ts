/**
 * Loaded into a server before anything else (`node --import`): its sandbox then fails as a provider on
 * the other side of a bad network would. The program itself knows nothing of it.
 */
import { registerHooks } from 'node:module'

const REAL = '/platform/payments/configured-gateways.ts'
const FAULTY = new URL('./faulty-gateway.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const row = next(specifier, context)
    return row.url.endsWith(REAL) ? { ...row, url: FAULTY } : row
  },
})
