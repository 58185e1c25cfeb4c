import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getStory } from '#sandbox/story-record.ts'
import { audited } from '../../world/audited.ts'
import { createServerDb, startServer } from '../../world/server.ts'

const FAILED = /a step of the demo’s story failed|a job of the demo’s story failed/

/** The whole of it, as a first start writes it. */
test('a demo that is killed while it writes its twelve weeks goes on at the next start: nothing is doubled, every step works, and the audit is clean', async () => {
  const server = await startServer({ MODE: 'demo', DEMO_STORY: '1' })
  try {
    const database = await createServerDb(server)
    const { db } = database
    const reached = (step: number) =>
      expect.poll(async () => (await getStory(db))?.step, { timeout: 900_000, interval: 500 }).toBeGreaterThan(step)
    for (const step of [60, 200]) {
      await reached(step)
      await server.kill9()
      await server.start()
    }
    await expect.poll(async () => (await getStory(db))?.isTold, { timeout: 900_000, interval: 500 }).toBe(true)

    const doubled = await sql`select email, cohort_code, count(*) from orders where state = 'complete'
      group by email, cohort_code having count(*) > 1`.execute(db)
    expect(doubled.rows).toEqual([])
    const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from orders where state = 'complete' and total_minor > 0) as paid,
      (select count(distinct attribution->>'campaign')::int from orders) as campaigns,
      (select count(*)::int from certificate where state = 'issued') as certificates,
      (select count(*)::int from support_conversation where state = 'open') as questions,
      (select count(*)::int from orders where created_at > now() - interval '12 hours' and total_minor > 0) as today`.execute(
      db,
    )
    expect(rows[0]!.paid).toBeGreaterThan(120)
    expect(rows[0]!.campaigns).toBe(5)
    expect(rows[0]!.certificates).toBeGreaterThan(3)
    expect(rows[0]!.questions).toBeGreaterThan(1)
    expect(rows[0]!.today).toBeLessThan(10)
    // Of a killed step, its person may be missing in later ones. Nothing else fails.
    const faults = server
      .output()
      .split('\n')
      .filter((line) => FAILED.test(line))
    const missing = new Set(faults.map((line) => /[\w.]+@[\w.]+/.exec(line)?.[0] ?? line))
    expect([...missing].slice(2)).toEqual([])
    await database.close()
    expect(await audited(server.dataDir)).toContain('No violation.')
  } finally {
    await server.dispose()
  }
}, 1_800_000)
