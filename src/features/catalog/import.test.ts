import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { importContent } from './import.ts'
import { storedRows } from './queries/import.ts'
import { hasCourses } from './queries.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')

let own: TestDatabase
let folder: string
beforeEach(async () => {
  own = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'content-'))
  await cp('content', folder, { recursive: true })
})
afterEach(async () => {
  await own.close()
  await rm(folder, { recursive: true })
})

async function edit(name: string, from: string, to: string): Promise<void> {
  const path = join(folder, name)
  const text = await readFile(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
  await writeFile(path, text.replace(from, to))
}

async function bring(options: { isTrial?: boolean; removes?: boolean } = {}) {
  const imported = await importContent(own, folder, TODAY, options)
  if (!imported.ok) throw new Error(imported.refusal.reason)
  const { changes, kept, stayCancelled } = imported.value
  return {
    told: changes.map(({ how, kind, code, fields }) => [how, kind, code, ...fields.map(({ name }) => name)].join(' ')),
    kept: kept.map(({ kind, code }) => `${kind} ${code}`),
    ...(stayCancelled.length > 0 && { stayCancelled }),
  }
}

/** What cannot be, without the folder. */
async function faults(options: { isTrial?: boolean; removes?: boolean } = {}): Promise<string[]> {
  const imported = await importContent(own, folder, TODAY, options)
  return imported.ok ? [] : imported.refusal.reason!.replaceAll(`${folder}/`, '').split('\n')
}

describe('the import', () => {
  test('tells all that is new, and a second time that nothing is', async () => {
    expect(await hasCourses(own.db)).toBe(false)
    const { told } = await bring()
    expect(told).toEqual(
      expect.arrayContaining(['new refundTerms live', 'new creators vera-falk', 'new promoCodes TAKE20']),
    )
    expect(told).toEqual(expect.arrayContaining(['new courses NG', 'new cohorts NG-2027-02', 'new offers NG-2027-02']))
    expect(await bring()).toEqual({ told: [], kept: [] })
  })

  test('twice at once leaves one of everything', async () => {
    const both = await Promise.all([bring(), bring()])
    expect(both.map(({ told }) => told.length > 0).sort()).toEqual([false, true])
    expect(await own.db.selectFrom('cohort').select('course_code').execute()).toHaveLength(13)
  })

  test('one fault in one file is enough to import nothing', async () => {
    await edit('courses/vfx.yaml', 'kind: course', 'kind: play')
    expect(await faults()).toEqual([expect.stringMatching(/^courses\/vfx\.yaml:3:1 kind: /)])
    expect(await hasCourses(own.db)).toBe(false)
  })

  test('changes what the files change, and tells by which fields', async () => {
    await bring()
    await edit('courses/nspr.yaml', 'seats: 24', 'seats: 30')
    await edit('courses/nspr.yaml', 'amount: 99', 'amount: 129')
    await edit('courses/vfx.yaml', 'title: Small-room VFX', 'title: Small VFX')
    await edit('refund-terms.yaml', 'Half of it back.', 'Half of it, within a week.')
    expect((await bring()).told).toEqual([
      'changed refundTerms live terms',
      'changed courses VFX title',
      'changed cohorts NSPR-2026-12 capacity',
      'changed offers NSPR-2026-12 price_minor',
    ])
    const rows = await storedRows(own.db)
    expect(rows.offers.find((offer) => offer.course_code === 'NSPR-2026-12')?.price_minor).toBe(12_900)
    expect(await bring()).toEqual({ told: [], kept: [] })
  })

  test('a dry run tells the same and writes nothing', async () => {
    const { told } = await bring({ isTrial: true })
    expect(told).toContain('new courses NG')
    expect(await hasCourses(own.db)).toBe(false)
    expect((await bring()).told).toEqual(told)
  })

  test('a moved session keeps its id, and seats that are taken stay taken', async () => {
    await bring()
    const sessions = () =>
      own.db
        .selectFrom('cohort_session')
        .select(['id', 'item_id', 'local_start'])
        .where('course_code', '=', 'DAPR-2027-01')
        .execute()
    const [before] = await sessions()
    await own.db.updateTable('cohort').set({ taken: 7 }).where('course_code', '=', 'DAPR-2027-01').execute()
    await edit('courses/dapr.yaml', '"14:00"', '"15:00"')
    await bring()
    expect(await sessions()).toEqual([{ ...before, local_start: '2027-01-09T15:00:00' }])
    const cohort = own.db.selectFrom('cohort').select('taken').where('course_code', '=', 'DAPR-2027-01')
    expect(await cohort.executeTakeFirst()).toEqual({ taken: 7 })
  })

  test('an address moves from one course to another in one import', async () => {
    await bring()
    await edit('courses/dapr.yaml', ', /course/photography', '')
    await edit('courses/vfx.yaml', '/vera-falk', '/vera-falk, /course/photography')
    expect((await bring()).told).toEqual(['changed courses DAPR pages', 'changed courses VFX pages'])
  })

  test('wall time, zone and instant are kept together', async () => {
    await bring()
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

describe('what is no longer in the files', () => {
  test('stays and is told, but goes where that is asked for', async () => {
    await bring()
    await rm(join(folder, 'courses/snd.yaml'))
    expect(await bring()).toEqual({ told: [], kept: ['courses SND'] })
    expect((await bring({ removes: true })).told).toEqual([
      'removed courses SND',
      'removed cohorts SND-2026-10',
      'removed offers SND-2026-10',
    ])
    expect(await bring({ removes: true })).toEqual({ told: [], kept: [] })
  })

  test('is refused in words when there are orders for it, all at once and with nothing changed', async () => {
    await bring()
    await order('SND-2026-10')
    await order('NG-2027-02')
    const before = await storedRows(own.db)
    await rm(join(folder, 'courses/snd.yaml'))
    await edit('courses/ng.yaml', 'startsInDays: 79', 'startsInDays: 80')
    await edit('courses/ng.yaml', 'on: [ mon, wed ]', 'on: [ tue, wed ]')
    await edit('courses/ng.yaml', '  - name: Morning room', '  - code: NG-MORNING\n    name: Morning room')
    await edit('courses/vfx.yaml', 'title: Small-room VFX', 'title: Small VFX')
    expect(await faults({ removes: true })).toEqual([
      'cohort NG-2027-02 cannot be removed: there are orders for it. Keep it, with `state: cancelled`.',
      'course SND cannot be removed: there are orders for it. Keep its file, and close it for good with `withdrawnAt`.',
    ])
    expect(await storedRows(own.db)).toEqual(before)
  })

  test('an address of a course that stays is not given to another', async () => {
    await bring()
    await rm(join(folder, 'courses/snd.yaml'))
    await edit('courses/vfx.yaml', '/vera-falk', '/ines-duarte')
    expect(await faults()).toEqual(['courses/vfx.yaml:6:10 pages.0: `/ines-duarte` is a page of SND'])
  })
})

test('fewer seats than are taken are refused at their line', async () => {
  await bring()
  await own.db.updateTable('cohort').set({ taken: 20 }).where('course_code', '=', 'NSPR-2026-12').execute()
  await edit('courses/nspr.yaml', 'seats: 24', 'seats: 19')
  expect(await faults({ isTrial: true })).toEqual([
    expect.stringMatching(/^courses\/nspr\.yaml:\d+:5 cohorts\.0\.seats: 20 seats are taken: there cannot be fewer$/),
  ])
})

test('a promo code keeps its count, and a limit below it is refused', async () => {
  await bring()
  await own.db.updateTable('promo_code').set({ uses: 3 }).where('code', '=', 'TAKE20').execute()
  await edit('promo-codes.yaml', 'amountOff: 20', 'amountOff: 25')
  expect((await bring()).told).toEqual(['changed promoCodes TAKE20 amount_off_minor'])
  const code = own.db.selectFrom('promo_code').select(['uses', 'amount_off_minor']).where('code', '=', 'TAKE20')
  expect(await code.executeTakeFirst()).toEqual({ uses: 3, amount_off_minor: 2500 })
  await edit('promo-codes.yaml', 'amountOff: 25', 'amountOff: 25\n  useLimit: 2')
  expect(await faults()).toEqual(['promo code TAKE20: it was used 3 times, more than `useLimit` says'])
})

async function order(courseCode: string): Promise<void> {
  await own.db
    .insertInto('orders')
    .values({
      course_code: courseCode,
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
