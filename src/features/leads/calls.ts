/** The forms' calls, as the browser makes them. */
import type { Client } from '#http/client.ts'
import type * as wire from './wire.ts'

type Body<E extends { body: { _zod: { input: unknown } } }> = E['body']['_zod']['input']

export const callComingSoon = (client: Client, body: Body<typeof wire.comingSoonNotification>) =>
  client.call<typeof wire.comingSoonNotification>(
    { host: 'static-data', method: 'POST', path: 'coming-soon-notification' },
    { body },
  )

export const callWaitlist = (client: Client, body: Body<typeof wire.waitlist>) =>
  client.call<typeof wire.waitlist>({ host: 'static-data', method: 'POST', path: 'waitlist' }, { body })

export const callReminder = (client: Client, body: Body<typeof wire.courseReminderList>) =>
  client.call<typeof wire.courseReminderList>(
    { host: 'static-data', method: 'POST', path: 'course-reminder-list' },
    { body },
  )

export const callCurriculum = (client: Client, body: Body<typeof wire.sendCurriculum>) =>
  client.call<typeof wire.sendCurriculum>({ host: 'static-data', method: 'POST', path: 'send-curriculum' }, { body })
