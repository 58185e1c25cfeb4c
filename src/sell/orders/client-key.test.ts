import { expect, test } from 'vitest'
import { type Config, readConfig } from '#config/config.ts'
import { createSecrets } from '#platform/secrets.ts'
import { guest } from '../../../tests/world/world.ts'
import { identifyClient } from './client-key.ts'

const secrets = createSecrets(Buffer.alloc(32, 7))
const holder = (mode: Config['mode'], ip: string) =>
  identifyClient({ secrets, config: { ...readConfig({}), mode } }, guest(), undefined, ip)

test.each(['127.0.0.1', '127.8.8.8', '::1'])(
  'in production the seats held from %s count as those of any client',
  (ip) => {
    expect(holder('production', ip).from).toHaveLength(32)
  },
)

test('in a demo, requests from its own machine count as different visitors', () => {
  expect(holder('demo', '127.0.0.1').from).toBeNull()
  expect(holder('demo', '192.0.2.7').from).toHaveLength(32)
})
