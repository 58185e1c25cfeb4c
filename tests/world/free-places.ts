/** For tests of free places: the call as a page makes it, and the verb as many clients at once would. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { enrolFree } from '#sell/checkout/free-and-friends/enrol-free.ts'
import { ZeroBody } from '#sell/checkout/wire/enrol.ts'
import { fresh, type Identity } from './identity.ts'
import { guest } from './world.ts'

export const TAKEN = {
  status: 200,
  body: {
    status: 'complete',
    data: { enrolmentId: expect.any(String), orderId: expect.any(String), access: 'confirm-email' },
  },
}

export const bodyFor = (courseCode: string, email: string | undefined, more: object = {}) => ({
  courseCode,
  name: 'Ana Cruz',
  ...(email && { email }),
  timezoneId: 'Asia/Manila',
  consent: { terms: true },
  ...more,
})

export function freePlaces(own: () => Identity) {
  return {
    enrol: (body: object, headers: Record<string, string> = {}) =>
      own().post('course-enrolment-zero', body, { 'idempotency-key': randomUUID(), ...headers }),
    fromClient: (courseCode: string, ip: string, email = fresh(), more: object = {}) =>
      enrolFree(own().world, guest(), ZeroBody.parse(bodyFor(courseCode, email, more)), ip),
    async taken(courseCode: string) {
      const cohorts = own().world.db.selectFrom('cohort').select('taken')
      return (await cohorts.where('cohort_code', '=', courseCode).executeTakeFirst())?.taken
    },
  }
}
