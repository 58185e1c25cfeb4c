import { expect } from 'vitest'
import type { Deps } from '#http/deps.ts'
import { audit } from '#screens/admin/audit-money.ts'

/** Closes a test's world, and expects that the audit finds no violation in it. */
export async function closeAudited(world: Deps & { close(): Promise<void> }): Promise<void> {
  const violations = (await audit(world)).filter((answer) => answer.violations.length > 0)
  await world.close()
  expect(violations).toEqual([])
}
