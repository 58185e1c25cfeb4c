import { expect, test } from 'vitest'
import { readMigrations } from '#platform/db/migrate.ts'
import { findMigrationFaults, readReleasedMigrations } from './released-migrations.ts'

const released = { '0001_one.sql': 'a', '0003_three.sql': 'c' }
const files = [
  { name: '0001_one.sql', hash: 'a' },
  { name: '0003_three.sql', hash: 'c' },
]

test('no migration of a released version was changed, and new ones come after them', async () => {
  expect(findMigrationFaults(await readMigrations(), readReleasedMigrations())).toEqual([])
})

test('a new file at the end is no fault', () => {
  expect(findMigrationFaults([...files, { name: '0004_four.sql', hash: 'd' }], released)).toEqual([])
})

test('a changed, a missing and an inserted file are faults', () => {
  const changed = [
    { name: '0001_one.sql', hash: 'b' },
    { name: '0002_two.sql', hash: 'x' },
  ]
  expect(findMigrationFaults(changed, released)).toEqual([
    expect.stringContaining('0001_one.sql was released and may not be changed'),
    expect.stringContaining('0003_three.sql was released'),
    expect.stringContaining('0002_two.sql is new and comes before the released 0003_three.sql'),
  ])
})
