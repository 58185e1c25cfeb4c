/** The browser's calls of the lead endpoints. */
import type { Client } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import * as wire from './wire.ts'

export const callComingSoon = (client: Client, body: RequestBody<typeof wire.comingSoonNotification>) =>
  client.call(wire.comingSoonNotification, { body })

export const callWaitlist = (client: Client, body: RequestBody<typeof wire.waitlist>) =>
  client.call(wire.waitlist, { body })

export const callReminder = (client: Client, body: RequestBody<typeof wire.courseReminderList>) =>
  client.call(wire.courseReminderList, { body })

export const callCurriculum = (client: Client, body: RequestBody<typeof wire.sendCurriculum>) =>
  client.call(wire.sendCurriculum, { body })

export const callCampaignVisit = (client: Client, body: RequestBody<typeof wire.campaignVisit>) =>
  client.call(wire.campaignVisit, { body })
