import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keepAddresses } from './endpoint-addresses.ts'

test('the browser gets host, method, path and file of an endpoint, and no schema', () => {
  const code = `import { z } from 'zod'
export const Code = z.string()
export const download = endpoint({ host: 'payment', method: 'GET', path: 'orders/:id', params: z.object({ id: Code }), file: 'text/csv', answers: {} })`
  expect(keepAddresses('wire.ts', code)).toBe(
    "export const download = { host: 'payment', method: 'GET', path: 'orders/:id', file: 'text/csv' }",
  )
})

test('every endpoint writes its address as text, so that the browser needs no other module for it', () => {
  const files = globSync('src/{*,*/*}/{wire.ts,wire/*.ts}')
  const addresses = files.flatMap((file) => keepAddresses(file, readFileSync(file, 'utf8')).split('\n').filter(Boolean))
  expect(addresses.length).toBeGreaterThan(60)
  for (const address of addresses)
    expect(address).toMatch(
      /^export const \w+ = \{ host: '[\w-]+', method: '[A-Z]+', path: '[^']+'(, file: '[^']+')? \}$/,
    )
})
