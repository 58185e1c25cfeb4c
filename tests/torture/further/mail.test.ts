import { expect, test } from 'vitest'
import { tortureMessages } from '../mail/messages.ts'
import { tortureOutage } from '../mail/outage.ts'
import { tortureReminders } from '../mail/reminders.ts'

/** Slices of `npm run u -- prove torture mail`. */
test('a mail server that misbehaves for an hour: no e-mail is lost, and doubles only follow a dropped or late answer', async () => {
  const report = await tortureOutage({ mails: 30, seed: 20_261_124 })
  expect(report).toMatchObject({ faults: [] })
  expect(Object.keys(report.moods).length).toBeGreaterThan(6)
  expect(report.doubles).toBeGreaterThan(0)
}, 900_000)

test('workers killed while they send reminders: none twice, none after its reason ended, a lost one is visible', async () => {
  const report = await tortureReminders({ reminders: 60, kills: 2, seed: 20_261_124 })
  expect(report).toMatchObject({ faults: [] })
  expect(report.sent).toBeGreaterThan(15)
  expect(report.cancelled).toBeGreaterThan(15)
  expect(report.visiblyFailed).toBeGreaterThan(0)
}, 900_000)

test('workers killed while they write and send a message: each of its people once, and nobody else', async () => {
  const report = await tortureMessages({ learners: 150, kills: 4, seed: 20_261_124 })
  expect(report).toMatchObject({ faults: [] })
  expect(report.kills).toBeGreaterThan(2)
  expect(report.sent).toBeGreaterThan(60)
  expect(report.leftOut).toBeGreaterThan(0)
}, 900_000)
