import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { TABLE as enrolment } from './enrolment.ts'
import { TABLE as order } from './order.ts'
import { TABLE as payment } from './payment.ts'
import { TABLE as refund } from './refund.ts'
import { TABLE as seatHold } from './seat-hold.ts'

const MACHINES = { order, payment, seat_hold: seatHold, enrolment, refund }
const MIGRATION = new URL('../../migrations/0006_checkout.sql', import.meta.url)

test('the database allows the moves of the state tables and no others', async () => {
  const told = (await readFile(MIGRATION, 'utf8')).split('insert into transition')[1] ?? ''
  const allowed = [...told.matchAll(/\('(\w+)', '(\w+)', '(\w+)'\)/g)].map(([, ...move]) => move.join(' '))
  const moves = Object.entries(MACHINES).flatMap(([machine, table]) =>
    Object.entries(table).flatMap(([from, row]) =>
      [...new Set(Object.values(row))].map((to) => `${machine} ${from} ${to}`),
    ),
  )
  expect(allowed.toSorted()).toEqual(moves.toSorted())
})

test('the columns allow the states of the tables and no others', async () => {
  const columns = [
    ...(await readFile(MIGRATION, 'utf8')).matchAll(/state text not null .*check \(state in \(([^)]+)\)\)/g),
  ]
  const allowed = columns.map(([, states]) => states!.replaceAll("'", '').split(', ').toSorted().join())
  expect(allowed.toSorted()).toEqual(
    Object.values(MACHINES)
      .map((table) => Object.keys(table).toSorted().join())
      .toSorted(),
  )
})
