import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyCourses } from '../../../../tests/support/content-copy.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/world/database.ts'
import { createCalendarFile } from '../calendar/calendar.ts'
import { loadStoredRows } from '../queries/import.ts'
import { hasCourses } from '../queries.ts'
import { importContent } from './import.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'content-'))
  await copyCourses(folder, ['dapr', 'ng', 'nspr', 'snd', 'vfx'])
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function edit(name: string, from: string, to: string): Promise<void> {
  const path = join(folder, name)
  const text = await readFile(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
  await writeFile(path, text.replace(from, to))
}

async function removeSnd(): Promise<void> {
  for (const name of ['snd.yaml', 'snd']) await rm(join(folder, 'courses', name), { recursive: true })
}

async function runImport(options: { isTrial?: boolean; removes?: boolean } = {}) {
  const imported = await importContent(database, folder, TODAY, options)
  if (!imported.ok) throw new Error(imported.refusal.reason)
  const { changes, retained, stayCancelled } = imported.value
  return {
    reported: changes.map(({ changeType: how, kind, code, fields }) =>
      [how, kind, code, ...fields.map(({ name }) => name)].join(' '),
    ),
    retained: retained.map(({ kind, code }) => `${kind} ${code}`),
    ...(stayCancelled.length > 0 && { stayCancelled }),
  }
}

/** The faults of an import, without the folder name. */
async function faults(options: { isTrial?: boolean; removes?: boolean } = {}): Promise<string[]> {
  const imported = await importContent(database, folder, TODAY, options)
  return imported.ok ? [] : imported.refusal.reason!.replaceAll(`${folder}/`, '').split('\n')
}

describe('the import', () => {
  test('reports all rows as new, and no changes the second time', async () => {
    expect(await hasCourses(database.db)).toBe(false)
    const { reported } = await runImport()
    expect(reported).toEqual(
      expect.arrayContaining(['new refundTerms live', 'new creators vera-falk', 'new promoCodes TAKE20']),
    )
    expect(reported).toEqual(
      expect.arrayContaining(['new courses NG', 'new cohorts NG-2027-02', 'new offers NG-2027-02']),
    )
    expect(await runImport()).toEqual({ reported: [], retained: [] })
  })

  test('twice at the same time creates every row once', async () => {
    const both = await Promise.all([runImport(), runImport()])
    expect(both.map(({ reported }) => reported.length > 0).sort()).toEqual([false, true])
    expect(await database.db.selectFrom('cohort').select('cohort_code').execute()).toHaveLength(7)
  })

  test('one fault in one file prevents the whole import', async () => {
    await edit('courses/vfx.yaml', 'kind: course', 'kind: play')
    expect(await faults()).toEqual([expect.stringMatching(/^courses\/vfx\.yaml:3:1 kind: /)])
    expect(await hasCourses(database.db)).toBe(false)
  })

  test('applies the changes of the files, and reports the fields', async () => {
    await runImport()
    await edit('courses/nspr.yaml', 'seats: 24', 'seats: 30')
    await edit('courses/nspr.yaml', 'amount: 99', 'amount: 129')
    await edit('courses/vfx.yaml', 'title: Small-room VFX', 'title: Small VFX')
    await edit('refund-terms.yaml', 'live: Ask in', 'live: Always ask in')
    expect((await runImport()).reported).toEqual([
      'changed refundTerms live note',
      'changed courses VFX title',
      'changed cohorts NSPR-2026-12 capacity',
      'changed offers NSPR-2026-12 price_minor',
    ])
    const rows = await loadStoredRows(database.db)
    expect(rows.offers.find((offer) => offer.cohort_code === 'NSPR-2026-12')?.price_minor).toBe(12_900)
    expect(await runImport()).toEqual({ reported: [], retained: [] })
  })

  test('a dry run reports the same changes and writes nothing', async () => {
    const { reported } = await runImport({ isTrial: true })
    expect(reported).toContain('new courses NG')
    expect(await hasCourses(database.db)).toBe(false)
    expect((await runImport()).reported).toEqual(reported)
  })

  test('a session that an import moves keeps its calendar event, whose number grows; an import without changes leaves it', async () => {
    const readEvent = async () => {
      const file = await createCalendarFile(database.db, 'DAPR-2027-01', 'https://school.test')
      return ['UID', 'SEQUENCE', 'DTSTART'].map((name) =>
        new RegExp(`^${name}[^:]*:(.*)$`, 'm').exec(file!.content.toString().split('BEGIN:VEVENT')[1]!)?.[1]?.trim(),
      )
    }
    await runImport()
    const [uid, ...before] = await readEvent()
    expect(uid).toMatch(/^[\w-]{36}@school\.test$/)
    expect(before).toEqual(['0', '20270109T140000'])
    await runImport()
    expect(await readEvent()).toEqual([uid, ...before])
    await edit('courses/dapr.yaml', '"14:00"', '"15:00"')
    await runImport()
    expect(await readEvent()).toEqual([uid, '1', '20270109T150000'])
  })

  test('a moved session keeps its id, and the number of taken seats stays', async () => {
    await runImport()
    const sessions = () =>
      database.db
        .selectFrom('cohort_session')
        .select(['id', 'lesson_id', 'local_start'])
        .where('cohort_code', '=', 'DAPR-2027-01')
        .execute()
    const [before] = await sessions()
    await database.db.updateTable('cohort').set({ taken: 7 }).where('cohort_code', '=', 'DAPR-2027-01').execute()
    await edit('courses/dapr.yaml', '"14:00"', '"15:00"')
    await runImport()
    expect(await sessions()).toEqual([{ ...before, local_start: '2027-01-09T15:00:00' }])
    const cohort = database.db.selectFrom('cohort').select('taken').where('cohort_code', '=', 'DAPR-2027-01')
    expect(await cohort.executeTakeFirst()).toEqual({ taken: 7 })
  })

  test('an address moves from one course to another in one import', async () => {
    await runImport()
    await edit('courses/dapr.yaml', ', /course/photography', '')
    await edit('courses/vfx.yaml', '/vera-falk', '/vera-falk, /course/photography')
    expect((await runImport()).reported).toEqual(['changed courses DAPR pages', 'changed courses VFX pages'])
  })

  test('local time, zone and instant are stored together', async () => {
    await runImport()
    const listSessions = (cohortCode: string) =>
      database.db
        .selectFrom('cohort_session')
        .selectAll()
        .where('cohort_code', '=', cohortCode)
        .orderBy('position')
        .execute()
    expect(await listSessions('NSPR-2026-12')).toMatchObject([
      {
        local_start: '2026-12-17T20:00:00',
        timezone_id: 'Asia/Karachi',
        starts_at: new Date('2026-12-17T15:00:00Z'),
      },
    ])
    expect((await listSessions('NG-2027-01')).map((row) => row.pro)).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
      false,
      true,
    ])
  })
})

describe('rows that are no longer in the files', () => {
  test('stay and are reported, but are removed with the option', async () => {
    await runImport()
    await removeSnd()
    expect(await runImport()).toEqual({ reported: [], retained: ['courses SND'] })
    expect((await runImport({ removes: true })).reported).toEqual([
      'removed courses SND',
      'removed cohorts SND-2026-10',
      'removed offers SND-2026-10',
    ])
    expect(await runImport({ removes: true })).toEqual({ reported: [], retained: [] })
  })

  test('cannot be removed when there are orders: all faults are reported, and nothing changes', async () => {
    await runImport()
    await addOrder('SND-2026-10')
    await addOrder('NG-2027-02')
    const before = await loadStoredRows(database.db)
    await removeSnd()
    await edit('courses/ng.yaml', 'startsInDays: 79', 'startsInDays: 80')
    await edit('courses/ng.yaml', 'on: [ mon, wed ]', 'on: [ tue, wed ]')
    await edit('courses/ng.yaml', '  - name: Morning room', '  - code: NG-MORNING\n    name: Morning room')
    await edit('courses/vfx.yaml', 'title: Small-room VFX', 'title: Small VFX')
    expect(await faults({ removes: true })).toEqual([
      'cohort NG-2027-02 cannot be removed: there are orders for it. Keep it in its file. An admin can cancel these dates on the orders page.',
      'course SND cannot be removed: there are orders for it. Keep its file, and close it for good with `withdrawnAt`.',
    ])
    expect(await loadStoredRows(database.db)).toEqual(before)
  })

  test('keep their page addresses', async () => {
    await runImport()
    await removeSnd()
    await edit('courses/vfx.yaml', '/vera-falk', '/ines-duarte')
    expect(await faults()).toEqual(['courses/vfx.yaml:6:10 pages.0: `/ines-duarte` is a page of SND'])
  })
})

test('fewer seats than taken are refused at their line', async () => {
  await runImport()
  await database.db.updateTable('cohort').set({ taken: 20 }).where('cohort_code', '=', 'NSPR-2026-12').execute()
  await edit('courses/nspr.yaml', 'seats: 24', 'seats: 19')
  expect(await faults({ isTrial: true })).toEqual([
    expect.stringMatching(/^courses\/nspr\.yaml:\d+:5 cohorts\.0\.seats: 20 seats are already taken$/),
  ])
})

test('a promo code keeps its number of uses, and a limit below it is refused', async () => {
  await runImport()
  await database.db.updateTable('promo_code').set({ uses: 3 }).where('code', '=', 'TAKE20').execute()
  await edit('promo-codes.yaml', 'amountOff: 20', 'amountOff: 25')
  expect((await runImport()).reported).toEqual(['changed promoCodes TAKE20 amount_off_minor'])
  const code = database.db.selectFrom('promo_code').select(['uses', 'amount_off_minor']).where('code', '=', 'TAKE20')
  expect(await code.executeTakeFirst()).toEqual({ uses: 3, amount_off_minor: 2500 })
  await edit('promo-codes.yaml', 'amountOff: 25', 'amountOff: 25\n  useLimit: 2')
  expect(await faults()).toEqual(['promo code TAKE20: it was used 3 times, which is more than `useLimit`'])
})

async function addOrder(courseCode: string): Promise<void> {
  await database.db
    .insertInto('orders')
    .values({
      product: 'cohort',
      cohort_code: courseCode,
      offer_code: courseCode,
      payment_type: 'full',
      seats: 1,
      currency: 'USD',
      subtotal_minor: 0,
      total_minor: 0,
      email: 'learner@understudy.test',
      name: 'A learner',
      timezone_id: 'Europe/London',
      terms_accepted_at: TODAY,
    })
    .execute()
}

test('a teacher’s recap stays until the files name another one than at the last import', async () => {
  await runImport()
  const session = database.db.selectFrom('cohort_session').select('recap').where('imported_recap', 'is not', null)
  const [imported] = await session.execute()
  expect(imported?.recap).toMatch(/^## What we did/)
  const teachers = { recap: 'From the teacher' }
  await database.db.updateTable('cohort_session').set(teachers).where('imported_recap', 'is not', null).execute()
  expect((await runImport()).reported).toEqual([])
  expect(await session.execute()).toEqual([teachers])
  await edit('courses/snd/voice.recap.md', '## What we did', '## What we heard')
  await runImport()
  expect((await session.execute())[0]?.recap).toMatch(/^## What we heard/)
})

test('a new teacher cannot have the address that the page of another teacher has, or had', async () => {
  const fault = 'creators.yaml: `vera-falk` is an address that the page of another teacher has, or had'
  const other = { slug: 'someone-else', name: 'Someone Else', initials: 'SE', page_slug: 'vera-falk' }
  await database.db.insertInto('creator').values(other).execute()
  expect(await faults()).toEqual([`${fault}. Please choose another slug`])
  await database.db.updateTable('creator').set({ page_slug: null }).execute()
  await database.db
    .insertInto('creator_redirect')
    .values({ page_slug: 'vera-falk', creator_slug: 'someone-else' })
    .execute()
  expect(await faults()).toEqual([`${fault}. Please choose another slug`])
  await database.db.deleteFrom('creator_redirect').execute()
  expect(await faults()).toEqual([])
})
