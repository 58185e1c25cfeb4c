import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { TABLE as dispute } from './dispute.ts'
import { TABLE as enrolment } from './enrolment.ts'
import { TABLE as order } from './order.ts'
import { TABLE as payment } from './payment.ts'
import { TABLE as refund } from './refund.ts'
import { TABLE as seatHold } from './seat-hold.ts'

const MACHINES = { order, payment, seat_hold: seatHold, enrolment, refund, dispute }
const TABLES = {
  order: 'orders',
  payment: 'payment',
  seat_hold: 'seat_hold',
  enrolment: 'enrolment',
  refund: 'refund',
  dispute: 'dispute',
}
const MIGRATIONS = new URL('../../migrations/', import.meta.url)

let migrations: string
let schema: string
beforeAll(async () => {
  const files = (await readdir(MIGRATIONS)).toSorted()
  migrations = (await Promise.all(files.map((file) => readFile(new URL(file, MIGRATIONS), 'utf8')))).join('\n')
  schema = await readFile(new URL('../../docs/schema.sql', import.meta.url), 'utf8')
})

test('the database allows the moves of the state tables and no others', () => {
  const told = [...migrations.matchAll(/insert into transition[^;]*;/g)].join('\n')
  const allowed = [...told.matchAll(/\('(\w+)', '(\w+)', '(\w+)'\)/g)].map(([, ...move]) => move.join(' '))
  const moves = Object.entries(MACHINES).flatMap(([machine, table]) =>
    Object.entries(table).flatMap(([from, row]) =>
      [...new Set(Object.values(row))].map((to) => `${machine} ${from} ${to}`),
    ),
  )
  expect(allowed.toSorted()).toEqual(moves.toSorted())
})

test.each(Object.entries(MACHINES))(
  'the column of %s allows the states of its table and no others',
  (machine, table) => {
    const name = TABLES[machine as keyof typeof TABLES]
    const columns = schema.split(`create table public.${name} (`)[1]?.split('\n);')[0]
    const states = /CHECK \(state = ANY \(ARRAY\[([^\]]+)\]\)\)/.exec(columns ?? '')?.[1]
    expect(
      states
        ?.replaceAll(/'|::text/g, '')
        .split(', ')
        .toSorted(),
    ).toEqual(Object.keys(table).toSorted())
  },
)
