import { expect, test } from 'vitest'
import { findFaults } from './check-floors.ts'
import { findOwnerFaults, listTableOwners } from './table-owners.ts'

const faults = (files: Record<string, string>) => findFaults(new Map(Object.entries(files)))

const good = {
  'app/main.ts': "import { readConfig } from '#config/config.ts'\nimport { site } from './hosts/site.ts'",
  'config/config.ts': 'export const port = process.env.PORT',
  'app/hosts/site.ts': "import { api } from '#sell/checkout/api.ts'",
  'sell/checkout/api.ts': "import { order } from './order.ts'",
  'sell/checkout/place-order/order.ts':
    "import { quote } from '#domain/money/pricing.ts'\nimport { find } from '#catalogue/catalog/queries.ts'",
  'catalogue/catalog/queries.ts': "export const find = (db) => db.selectFrom('course')",
  'domain/money/pricing.ts': "import { money } from './money.ts'",
  'domain/money/money.ts': "import { add } from 'dinero.js'",
}

test('a tree that follows the rules has no fault', () => {
  expect(faults(good)).toEqual([])
})

test.each([
  [
    'upward',
    { 'catalogue/catalog/course.ts': "import { order } from '#sell/checkout/place-order/order.ts'" },
    'sell is not below catalogue',
  ],
  [
    'upward, a type',
    { 'domain/fee.ts': "import type { Api } from '#sell/checkout/api.ts'" },
    'sell is not below domain',
  ],
  [
    'upward, at run time',
    { 'domain/fee.ts': "const x = await import('#sell/checkout/api.ts')" },
    'sell is not below domain',
  ],
  [
    'upward, passed on',
    { 'catalogue/catalog/x.ts': "export { order } from '#sell/checkout/place-order/order.ts'" },
    'sell is not below catalogue',
  ],
  [
    'upward, over several lines',
    { 'domain/fee.ts': "import {\n  type A,\n  b,\n} from '#sell/checkout/api.ts'" },
    'sell is not below domain',
  ],
  ['sideways', { 'http/x.ts': "import { Button } from '#ui/button.ts'", 'ui/button.ts': '' }, 'ui is not below http'],
  [
    'a circle',
    { 'domain/a.ts': "import './b.ts'", 'domain/b.ts': "import './a.ts'" },
    'circle: domain/a.ts → domain/b.ts → domain/a.ts',
  ],
  ['an unknown folder', { 'utils/text.ts': '' }, 'utils/text.ts: its folder is no area'],
  [
    'a relative way out',
    { 'sell/checkout/x.ts': "import { find } from '../../catalogue/catalog/queries.ts'" },
    'another folder is named with #',
  ],
  [
    'the api of another',
    { 'sell/checkout/x.ts': "import '#catalogue/catalog/api.ts'", 'catalogue/catalog/api.ts': '' },
    "catalogue/catalog's own",
  ],
  [
    'an api file of another',
    { 'sell/checkout/x.ts': "import '#catalogue/catalog/api/a.ts'", 'catalogue/catalog/api/a.ts': '' },
    "catalogue/catalog's own",
  ],
  [
    'a page of another',
    { 'sell/checkout/x.ts': "import '#catalogue/catalog/pages/a.tsx'", 'catalogue/catalog/pages/a.tsx': '' },
    "catalogue/catalog's own",
  ],
  [
    'a library with effects in the domain',
    { 'domain/x.ts': "import { readFile } from 'node:fs'" },
    'pure libraries only',
  ],
  ['the clock in the domain', { 'domain/x.ts': 'export const today = () => new Date()' }, 'asks for the time'],
  ['chance in the domain', { 'domain/x.ts': 'export const any = () => Math.random()' }, 'asks for the time, chance'],
  ['the environment', { 'app/x.ts': 'const port = process.env.PORT' }, 'reads process.env'],
  ['console', { 'app/x.ts': "console.log('hello')" }, 'uses console'],
  ['SQL in a verb', { 'sell/checkout/x.ts': 'await sql`select 1`.execute(db)' }, 'holds SQL'],
  ['typed SQL in a verb', { 'sell/checkout/x.ts': 'await sql<{ id: string }>`select 1`.execute(db)' }, 'holds SQL'],
  ['a query in an api', { 'sell/checkout/api.ts': "db.selectFrom('orders')" }, 'holds SQL'],
  ['a vendor in a feature', { 'sell/checkout/x.ts': "import pg from 'pg'" }, 'only platform may know'],
  ['state in a feature', { 'sell/checkout/x.ts': 'const seen = new Map()' }, 'keeps state of its own'],
  ['state in a feature, a let', { 'http/x.ts': 'export let count = 0' }, 'keeps state of its own'],
  ['an index file', { 'domain/index.ts': '' }, 'is an index file'],
])('%s is a fault', (_name, files, says) => {
  expect(faults({ ...good, ...files }).join('\n')).toContain(says)
})

test('comments and tests are exempt from the rules', () => {
  expect(
    faults({
      ...good,
      'domain/x.ts': "// import '#sell/checkout/api.ts' and new Date()",
      'domain/x.test.ts': "import '#sell/checkout/api.ts'",
    }),
  ).toEqual([])
})

test.each([
  ['Kysely', "tx.updateTable('orders').set({ state })", 'writes orders, which only sell/orders does'],
  ['SQL', 'sql`with gone as (delete from order_line l where true) select 1`', 'writes order_line, which only'],
  [
    'an upsert',
    'sql`insert into\n  cohort (cohort_code) values (1)`',
    'writes cohort, which only catalogue/catalog does',
  ],
])('a statement that writes a table of another feature is refused: %s', (_what, text, message) => {
  expect(faults({ ...good, 'learn/enrolments/queries.ts': text }).join('\n')).toContain(message)
})

test('a table of a published course is written by the statements of publishCourse only', () => {
  const text = "tx.updateTable('lesson').set({ title })"
  expect(faults({ ...good, 'catalogue/catalog/queries/import.ts': text })).toEqual([
    'catalogue/catalog/queries/import.ts writes lesson, which only the statements of publishCourse do',
  ])
  expect(faults({ ...good, 'catalogue/catalog/queries/outline.ts': text })).toEqual([])
})

test('everybody reads a table, and its owner writes it', () => {
  const owner = "db.deleteFrom('enrolment')"
  const reader = "db.selectFrom('enrolment').leftJoin('orders as o', 'a', 'b')"
  expect(faults({ ...good, 'learn/enrolments/queries.ts': owner, 'sell/checkout/queries.ts': reader })).toEqual([])
})

test('a table belongs to the feature that its migration is named after, or to the one that a line names', () => {
  const text =
    'create table gift_card (\n-- Owner: orders\ncreate table gift_card_purchase (\n-- Owner: platform\ncreate table seen ('
  expect([...listTableOwners('migrations/0012_gift_cards.sql', text)]).toEqual([
    ['gift_card', 'sell/gift-cards'],
    ['gift_card_purchase', 'sell/orders'],
    ['seen', 'platform'],
  ])
})

test('an owner that is no feature is a fault', () => {
  expect(findOwnerFaults(listTableOwners('migrations/0026_rewards.sql', 'create table reward ('))).toEqual([
    'reward: its owner rewards is no feature',
  ])
})
