import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { importContent } from './import.ts'
import { hasCourses } from './queries.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')

describe('the import', () => {
  let own: TestDatabase
  beforeEach(async () => {
    own = await openTestDatabase()
    return () => own.close()
  })

  test('a second time changes nothing', async () => {
    expect(await hasCourses(own.db)).toBe(false)
    expect(await importContent(own, 'content', TODAY)).toMatchObject({ value: { courses: 10 } })
    expect(await importContent(own, 'content', new Date(TODAY.getTime() + 90 * 86_400_000))).toMatchObject({
      value: { courses: 0 },
    })
    expect(await own.db.selectFrom('cohort').select('course_code').execute()).toHaveLength(12)
  })

  test('twice at once leaves one of everything', async () => {
    const both = await Promise.all([importContent(own, 'content', TODAY), importContent(own, 'content', TODAY)])
    expect(both.map((one) => one.ok && one.value.courses).sort()).toEqual([0, 10])
  })

  test('one fault in one file is enough to import nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'content-'))
    await cp('content', folder, { recursive: true })
    const path = join(folder, 'courses', 'vfx.yaml')
    await writeFile(path, (await readFile(path, 'utf8')).replace('kind: course', 'kind: play'))
    const imported = await importContent(own, folder, TODAY)
    await rm(folder, { recursive: true })
    expect(imported).toMatchObject({
      ok: false,
      refusal: { code: 'FIELD_INVALID', reason: expect.stringContaining('vfx.yaml:3 kind: ') },
    })
    expect(await hasCourses(own.db)).toBe(false)
  })

  test('wall time, zone and instant are kept together', async () => {
    await importContent(own, 'content', TODAY)
    const rows = await own.db
      .selectFrom('cohort_session')
      .selectAll()
      .where('course_code', '=', 'TUCPR-2027-01')
      .orderBy('position')
      .execute()
    expect(rows[0]).toMatchObject({
      local_start: '2027-01-16T10:00:00',
      timezone_id: 'Asia/Manila',
      starts_at: new Date('2027-01-16T02:00:00Z'),
    })
    expect(rows.map((row) => row.pro)).toEqual([false, false, true, false, false])
  })
})
