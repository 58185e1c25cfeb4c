import { expect, test } from 'vitest'
import { findFaults } from './check-floors.ts'

const faults = (files: Record<string, string>) => findFaults(new Map(Object.entries(files)))

const good = {
  'main.ts': "import { readConfig } from './config.ts'\nimport { site } from './hosts/site.ts'",
  'config.ts': 'export const port = process.env.PORT',
  'hosts/site.ts': "import { api } from '#features/checkout/api.ts'",
  'features/checkout/api.ts': "import { order } from './order.ts'",
  'features/checkout/order.ts':
    "import { quote } from '#domain/pricing.ts'\nimport { find } from '#features/catalog/queries.ts'",
  'features/catalog/queries.ts': "export const find = (db) => db.selectFrom('course')",
  'domain/pricing.ts': "import { money } from './money.ts'",
  'domain/money.ts': "import { add } from 'dinero.js'",
}

test('a tree that keeps the rules has no fault', () => {
  expect(faults(good)).toEqual([])
})

test.each([
  [
    'upward',
    { 'features/catalog/course.ts': "import { order } from '#features/checkout/order.ts'" },
    'features/checkout is not below features/catalog',
  ],
  ['upward, a type', { 'domain/fee.ts': "import type { Config } from '#config.ts'" }, 'config is not below domain'],
  ['upward, at run time', { 'domain/fee.ts': "const x = await import('#config.ts')" }, 'config is not below domain'],
  [
    'upward, passed on',
    { 'features/catalog/x.ts': "export { order } from '#features/checkout/order.ts'" },
    'is not below features/catalog',
  ],
  [
    'upward, over several lines',
    { 'domain/fee.ts': "import {\n  type A,\n  b,\n} from '#config.ts'" },
    'config is not below domain',
  ],
  [
    'sideways',
    { 'features/accounts/x.ts': "import { find } from '#features/catalog/queries.ts'" },
    'features/catalog is not below features/accounts',
  ],
  [
    'a circle',
    { 'domain/a.ts': "import './b.ts'", 'domain/b.ts': "import './a.ts'" },
    'circle: domain/a.ts → domain/b.ts → domain/a.ts',
  ],
  ['an unknown folder', { 'utils/text.ts': '' }, 'utils/text.ts: its folder is on no floor'],
  ['an unknown feature', { 'features/shop/x.ts': '' }, 'its folder is on no floor'],
  [
    'a relative way out',
    { 'features/checkout/x.ts': "import { port } from '../../config.ts'" },
    'another folder is named with #',
  ],
  [
    'the api of another',
    { 'features/checkout/x.ts': "import '#features/catalog/api.ts'", 'features/catalog/api.ts': '' },
    "features/catalog's own",
  ],
  [
    'an api file of another',
    { 'features/checkout/x.ts': "import '#features/catalog/api/a.ts'", 'features/catalog/api/a.ts': '' },
    "features/catalog's own",
  ],
  [
    'a page of another',
    { 'features/checkout/x.ts': "import '#features/catalog/pages/a.tsx'", 'features/catalog/pages/a.tsx': '' },
    "features/catalog's own",
  ],
  [
    'a library with effects in the domain',
    { 'domain/x.ts': "import { readFile } from 'node:fs'" },
    'pure libraries only',
  ],
  ['the clock in the domain', { 'domain/x.ts': 'export const today = () => new Date()' }, 'asks for the time'],
  ['chance in the domain', { 'domain/x.ts': 'export const any = () => Math.random()' }, 'asks for the time, chance'],
  ['the environment', { 'hosts/x.ts': 'const port = process.env.PORT' }, 'reads process.env'],
  ['console', { 'hosts/x.ts': "console.log('hello')" }, 'uses console'],
  ['SQL in a verb', { 'features/checkout/x.ts': 'await sql`select 1`.execute(db)' }, 'holds SQL'],
  ['typed SQL in a verb', { 'features/checkout/x.ts': 'await sql<{ id: string }>`select 1`.execute(db)' }, 'holds SQL'],
  ['a query in an api', { 'features/checkout/api.ts': "db.selectFrom('orders')" }, 'holds SQL'],
  ['a vendor in a feature', { 'features/checkout/x.ts': "import pg from 'pg'" }, 'only platform may know'],
  ['state in a feature', { 'features/checkout/x.ts': 'const seen = new Map()' }, 'keeps state of its own'],
  ['state in a feature, a let', { 'http/x.ts': 'export let count = 0' }, 'keeps state of its own'],
  ['an index file', { 'domain/index.ts': '' }, 'is an index file'],
])('%s is a fault', (_name, files, says) => {
  expect(faults({ ...good, ...files }).join('\n')).toContain(says)
})

test('a comment and a test are not bound by the rules', () => {
  expect(
    faults({
      ...good,
      'domain/x.ts': "// import '#config.ts' and new Date()",
      'domain/x.test.ts': "import '#config.ts'",
    }),
  ).toEqual([])
})
