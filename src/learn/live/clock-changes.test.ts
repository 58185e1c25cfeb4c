/** The same check ends `npm run u -- prove torture mail`. docs/contract §15. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkClockChanges } from '../../../tests/torture/mail/clock-changes.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('in the nights of clock changes each reminder comes at its hour, once, and says the time of its reader', async () => {
  const { sessions, reminders, faults } = await checkClockChanges(world)
  expect(faults).toEqual([])
  expect(reminders).toBe(sessions * 2)
})
