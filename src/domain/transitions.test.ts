import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { ASSET_TRANSITIONS as asset } from './learning/asset.ts'
import { CERTIFICATE_TRANSITIONS as certificate } from './learning/certificate.ts'
import { LESSON_TRANSITIONS as lesson } from './learning/lesson.ts'
import { MEDIA_STEP_TRANSITIONS as mediaStep } from './learning/media-step.ts'
import { BROADCAST_TRANSITIONS as broadcast } from './messages/broadcast.ts'
import { DISPUTE_TRANSITIONS as dispute } from './orders/dispute.ts'
import { ENROLMENT_TRANSITIONS as enrolment } from './orders/enrolment.ts'
import { ORDER_TRANSITIONS as order } from './orders/order.ts'
import { PAYMENT_TRANSITIONS as payment } from './orders/payment.ts'
import { REFERRAL_TRANSITIONS as referral } from './orders/referral.ts'
import { REFUND_TRANSITIONS as refund } from './orders/refund.ts'
import { SEAT_HOLD_TRANSITIONS as seatHold } from './orders/seat-hold.ts'
import { WAITLIST_OFFER_TRANSITIONS as waitlistOffer } from './orders/waitlist-offer.ts'

const MACHINES = {
  order,
  payment,
  seat_hold: seatHold,
  enrolment,
  refund,
  dispute,
  asset,
  lesson,
  media_step: mediaStep,
  certificate,
  waitlist_offer: waitlistOffer,
  referral,
  broadcast,
}
const TABLES = {
  order: 'orders',
  payment: 'payment',
  seat_hold: 'seat_hold',
  enrolment: 'enrolment',
  refund: 'refund',
  dispute: 'dispute',
  asset: 'asset',
  lesson: 'lesson',
  media_step: 'media_step',
  certificate: 'certificate',
  waitlist_offer: 'waitlist_offer',
  referral: 'referral',
  broadcast: 'broadcast',
}
const MIGRATIONS = new URL('../../migrations/', import.meta.url)

let migrations: string
beforeAll(async () => {
  const files = (await readdir(MIGRATIONS)).toSorted()
  migrations = (await Promise.all(files.map((file) => readFile(new URL(file, MIGRATIONS), 'utf8')))).join('\n')
})

test('the database allows exactly the transitions of the state machines', () => {
  const statements = [...migrations.matchAll(/insert into transition[^;]*;/g)].join('\n')
  const allowed = [...statements.matchAll(/\('([\w-]+)', '([\w-]+)', '([\w-]+)'\)/g)].map(([, ...move]) =>
    move.join(' '),
  )
  const moves = Object.entries(MACHINES).flatMap(([machine, table]) =>
    Object.entries(table).flatMap(([from, row]) =>
      [...new Set(Object.values(row))].map((to) => `${machine} ${from} ${to}`),
    ),
  )
  expect(allowed.toSorted()).toEqual(moves.toSorted())
})

test.each(Object.entries(MACHINES))(
  'the column of %s allows exactly the states of its state machine',
  (machine, table) => {
    const name = TABLES[machine as keyof typeof TABLES]
    const columns = migrations.split(`create table ${name} (`)[1]?.split('\n);')[0]
    const [, states] = /check \(state in \(([^)]+)\)\)/.exec(columns ?? '') ?? []
    expect(states?.replaceAll("'", '').split(', ').toSorted()).toEqual(Object.keys(table).toSorted())
  },
)
