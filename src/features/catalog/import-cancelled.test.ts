import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cancelCohort, endOrdersOf } from '#features/checkout/cancel-cohort.ts'
import { givenPaidOrder, sendRefunds } from '../../../tests/bought.ts'
import { openWorld, type World } from '../../../tests/world.ts'
import { changeInWords } from './changes-in-words.ts'
import { exportContent } from './export.ts'
import { importContent } from './import.ts'
import { calendarOf } from './queries.ts'

const TODAY = new Date()

let world: World
let folder: string
beforeEach(async () => {
  world = await openWorld(10)
  folder = await mkdtemp(join(tmpdir(), 'content-'))
  await cp('content', folder, { recursive: true })
  await bring()
})
afterEach(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

async function bring(from = folder) {
  const imported = await importContent(world, from, TODAY)
  if (!imported.ok) throw new Error(imported.refusal.reason)
  return imported.value
}

async function faults(): Promise<string> {
  const imported = await importContent(world, folder, TODAY)
  return imported.ok ? '' : imported.refusal.reason!.replaceAll(`${folder}/`, '')
}

async function edit(name: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, name)
  const text = await readFile(path, 'utf8')
  const edited = change(text)
  if (edited === text) throw new Error(`${name} is as it was`)
  await writeFile(path, edited)
}

async function admin(): Promise<string> {
  const row = { email: 'admin@understudy.test', name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  return (await world.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const cohortOf = async (prefix: string) =>
  world.db
    .selectFrom('cohort')
    .select(['course_code', 'state', 'taken'])
    .where('prefix_code', '=', prefix)
    .executeTakeFirstOrThrow()

const stateOf = async (courseCode: string) =>
  (await world.db.selectFrom('cohort').select('state').where('course_code', '=', courseCode).executeTakeFirstOrThrow())
    .state

describe('a cohort that an admin cancelled', () => {
  test('stays cancelled when older files are imported, which say so; all else in them is imported', async () => {
    const { course_code: courseCode } = await cohortOf('NSPR')
    const older = await mkdtemp(join(tmpdir(), 'older-'))
    await exportContent(world, older, null)
    const order = await givenPaidOrder(world, { courseCode })
    expect(await cancelCohort(world, await admin(), courseCode, 'The teacher is ill')).toMatchObject({ ok: true })
    await endOrdersOf(world, courseCode)
    await sendRefunds(world, order.orderId)

    await edit('courses/vfx.yaml', (text) => text.replace('title: Small-room VFX', 'title: Small VFX'))
    await cp(join(folder, 'courses/vfx.yaml'), join(older, 'courses/vfx.yaml'))
    const { changes, stayCancelled } = await bring(older)
    expect(stayCancelled).toEqual([courseCode])
    expect(changes.map(({ kind, code }) => `${kind} ${code}`)).toEqual(['courses VFX'])
    expect(await stateOf(courseCode)).toBe('cancelled')
    expect(await calendarOf(world.db, courseCode)).toEqual([])
    await rm(older, { recursive: true })
  })

  test('is exported so that importing it again changes nothing', async () => {
    const { course_code: courseCode } = await cohortOf('NSPR')
    await cancelCohort(world, await admin(), courseCode, 'The teacher is ill')
    const exported = await mkdtemp(join(tmpdir(), 'exported-'))
    expect(await exportContent(world, exported, null)).toMatchObject({ ok: true })
    expect(await bring(exported)).toEqual({ changes: [], kept: [], stayCancelled: [] })
    await rm(exported, { recursive: true })
  })

  test('cannot be removed by the files that no longer name it', async () => {
    const { course_code: courseCode } = await cohortOf('SND')
    await cancelCohort(world, await admin(), courseCode, 'The teacher is ill')
    await rm(join(folder, 'courses/snd.yaml'))
    const removed = await importContent(world, folder, TODAY, { removes: true })
    expect(removed).toMatchObject({
      refusal: { reason: expect.stringMatching(/^course SND cannot be removed: an admin cancelled it\./) },
    })
  })
})

describe('the database', () => {
  test('refuses to open a cancelled cohort again, whatever asks for it', async () => {
    const { course_code: courseCode } = await cohortOf('NSPR')
    await cancelCohort(world, await admin(), courseCode, 'The teacher is ill')
    const change = world.db.updateTable('cohort').set({ state: 'open' }).where('course_code', '=', courseCode)
    await expect(change.execute()).rejects.toThrow(`cohort ${courseCode} was cancelled and stays cancelled`)
    const forget = world.db.deleteFrom('cohort_cancellation').where('course_code', '=', courseCode)
    await expect(forget.execute()).rejects.toThrow('without the cancellation that belongs to it')
  })

  test('refuses a cancelled cohort of which nobody says who cancelled it and why, and the reverse', async () => {
    const { course_code: courseCode } = await cohortOf('NSPR')
    const change = world.db.updateTable('cohort').set({ state: 'cancelled' }).where('course_code', '=', courseCode)
    await expect(change.execute()).rejects.toThrow('without the cancellation that belongs to it')
    const note = world.db.insertInto('cohort_cancellation').values({ course_code: courseCode, reason: 'Rain' })
    await expect(note.execute()).rejects.toThrow('with one that does not')
  })

  test('gives nobody a seat in a cancelled cohort', async () => {
    const { course_code: courseCode } = await cohortOf('NSPR')
    const order = await givenPaidOrder(world, { courseCode })
    await cancelCohort(world, await admin(), courseCode, 'The teacher is ill')
    const seat = { course_code: courseCode, order_id: order.orderId }
    await expect(world.db.insertInto('enrolment').values(seat).execute()).rejects.toThrow('has no seats to give')
    const again = world.db.updateTable('enrolment').set({ state: 'active' }).where('order_id', '=', order.orderId)
    await expect(again.execute()).rejects.toThrow()
  })
})

describe('a content file', () => {
  const cancelFirst = (text: string) => text.replace(/state: open/, 'state: cancelled')

  test('cancels a cohort that nobody has a seat in, and cannot open it again', async () => {
    const { course_code: courseCode } = await cohortOf('NSPR')
    await edit('courses/nspr.yaml', cancelFirst)
    const { changes } = await bring()
    expect(changes.flatMap(changeInWords)).toEqual([
      `changed  cohort ${courseCode}`,
      '         state: open → cancelled',
    ])
    await edit('courses/nspr.yaml', (text) => text.replace('state: cancelled', 'state: open'))
    expect(await bring()).toEqual({ changes: [], kept: [], stayCancelled: [courseCode] })
    expect(await stateOf(courseCode)).toBe('cancelled')
  })

  test('is refused at its line where learners would lose their seats without a word', async () => {
    const { course_code: courseCode } = await cohortOf('NSPR')
    await givenPaidOrder(world, { courseCode })
    await edit('courses/nspr.yaml', cancelFirst)
    expect(await faults()).toMatch(
      /^courses\/nspr\.yaml:\d+:5 cohorts\.0\.state: 1 seat is taken\. Cancel these dates on the admin’s orders page: /,
    )
    expect(await stateOf(courseCode)).toBe('open')
  })
})

test('each change is printed in plain words, the old value and the new one', async () => {
  await edit('courses/nspr.yaml', (text) =>
    text.replace('seats: 24', 'seats: 30').replace('amount: 99', 'amount: "129.50"').replace('"20:00"', '"20:30"'),
  )
  await edit('courses/vfx.yaml', (text) =>
    text.replace('title: Small-room VFX', 'title: Small VFX').replace('minutes: 90', 'minutes: 95'),
  )
  await edit('refund-terms.yaml', (text) => text.replace('Half of it back.', 'Half of it, within a week.'))
  const lines = (await bring()).changes.flatMap(changeInWords)
  expect(lines).toEqual([
    'changed  refund terms live',
    '         terms, 2, terms: Half of it back. → Half of it, within a week.',
    'changed  course VFX',
    '         title: Small-room VFX → Small VFX',
    '         curriculum, 1, items, plate, minutes: 90 → 95',
    'changed  cohort NSPR-2026-12',
    '         seats: 24 → 30',
    expect.stringMatching(/^ {9}starts: (\d{4}-\d\d-\d\d) 15:00 UTC → \1 15:30 UTC$/),
    expect.stringMatching(/^ {9}ends: (\d{4}-\d\d-\d\d) 17:00 UTC → \1 17:30 UTC$/),
    expect.stringMatching(/^ {9}enrolment closes: (\d{4}-\d\d-\d\d) 15:00 UTC → \1 15:30 UTC$/),
    expect.stringMatching(/^ {9}sessions, lean-in, starts, local time: (\d{4}-\d\d-\d\d) 20:00 → \1 20:30$/),
    expect.stringMatching(/^ {9}sessions, lean-in, starts: (\d{4}-\d\d-\d\d) 15:00 UTC → \1 15:30 UTC$/),
    expect.stringMatching(/^ {9}sessions, lean-in, ends: (\d{4}-\d\d-\d\d) 17:00 UTC → \1 17:30 UTC$/),
    'changed  offer NSPR-2026-12',
    '         price: USD 99.00 → USD 129.50',
  ])
})
