/** An import beside the studio: it undoes no live change unasked. docs/contract §44. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withdrawCourse } from '#catalogue/course-life/withdraw-course.ts'
import { changeGroupDiscount } from '#catalogue/prices/change-group-discount.ts'
import { changeRefundPolicy } from '#catalogue/prices/change-refund-policy.ts'
import { addOffer, changeOffer } from '#catalogue/prices/edit-offers.ts'
import { saveProfile } from '#catalogue/profiles/save-profile.ts'
import { createDeletedAccountEmail } from '#domain/contact.ts'
import { type ActingPerson, putCourseRole } from '#people/roles/queries.ts'
import { changeCohort } from '#sell/cohort-changes/change-cohort.ts'
import { endPromoCode } from '#sell/promo-codes/edit-codes.ts'
import { copyCourses } from '../../../../tests/support/content-copy.ts'
import { createWorld, type World } from '../../../../tests/world/world.ts'
import { forgetStudioChanges, listStudioChanges } from '../queries/studio-changes.ts'
import { importContent } from './import.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')
const COHORT = 'NSPR-2026-12'

let world: World
let folder: string
let admin: ActingPerson
beforeEach(async () => {
  world = await createWorld()
  folder = await mkdtemp(join(tmpdir(), 'content-'))
  await copyCourses(folder, ['nspr'])
  await runImport()
  admin = await givenOwner()
})
afterEach(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

async function givenOwner(): Promise<ActingPerson> {
  const person = { email: `${randomUUID()}@understudy.test`, name: 'Olu Owner' }
  const { id } = await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()
  await world.db.insertInto('site_role').values({ person_id: id, role: 'owner' }).execute()
  await world.db.transaction().execute((tx) => putCourseRole(tx, { personId: id, courseCode: 'NSPR', role: 'creator' }))
  return { personId: id, audience: 'admin' }
}

async function runImport(options: { overStudio?: boolean; isTrial?: boolean } = {}): Promise<string[]> {
  const imported = await importContent(world, folder, TODAY, options)
  if (!imported.ok) throw new Error(imported.refusal.reason)
  return imported.value.changes.map(({ changeType, kind, code, fields }) =>
    [changeType, kind, code, ...fields.map(({ name }) => name)].join(' '),
  )
}

async function listFaults(): Promise<string[]> {
  const imported = await importContent(world, folder, TODAY)
  return imported.ok ? [] : imported.refusal.reason!.replaceAll(`${folder}/`, '').split('\n')
}

async function edit(name: string, from: string, to: string): Promise<void> {
  const path = join(folder, name)
  const text = await readFile(path, 'utf8')
  expect(text).toContain(from)
  await writeFile(path, text.replace(from, to))
}

async function accept(outcome: Promise<{ ok: boolean }>): Promise<void> {
  expect(await outcome).toMatchObject({ ok: true })
}

const getPrice = async () =>
  (await world.db.selectFrom('offer').select('price_minor').where('offer_code', '=', COHORT).executeTakeFirst())!
    .price_minor

test('a price of the studio is kept until the file has it, or somebody says over the studio', async () => {
  await accept(changeOffer(world, admin, { offerCode: COHORT, change: { price: '120' } }))
  expect(await listFaults()).toEqual([
    expect.stringMatching(
      /^courses\/nspr\.yaml:1:1 offer NSPR-2026-12 was changed in the studio on \d{4}-\d\d-\d\d, and the files would undo that \(price: USD 120\.00 → USD 99\.00\)\. Write it into the files, or add `--over-studio`$/,
    ),
  ])
  expect(await getPrice()).toBe(12_000)

  await edit('courses/nspr.yaml', 'amount: 99', 'amount: 120')
  expect(await runImport()).toEqual([])
  await edit('courses/nspr.yaml', 'amount: 120', 'amount: 130')
  expect(await runImport()).toEqual(['changed offers NSPR-2026-12 price_minor'])

  await accept(changeOffer(world, admin, { offerCode: COHORT, change: { price: '140' } }))
  expect(await runImport({ overStudio: true, isTrial: true })).toEqual(['changed offers NSPR-2026-12 price_minor'])
  expect(await listFaults()).toHaveLength(1)
  expect(await runImport({ overStudio: true })).toEqual(['changed offers NSPR-2026-12 price_minor'])
  expect(await getPrice()).toBe(13_000)
  expect(await listFaults()).toEqual([])
})

test('an offer that the studio made is not removed', async () => {
  const added = await addOffer(world, admin, { cohortCode: COHORT, offer: { price: '80' } })
  if (!added.ok) throw new Error(added.refusal.code)
  expect(await listFaults()).toEqual([
    expect.stringContaining(`offer ${added.value.offerCode} was changed in the studio`),
  ])
  expect(await runImport({ overStudio: true })).toEqual([`removed offers ${added.value.offerCode}`])
})

test('seats, a promo code that ended, and a withdrawal stay', async () => {
  await accept(changeCohort(world, admin, { cohortCode: COHORT, change: { seats: 30 } }))
  await accept(endPromoCode(world, admin, { courseCode: 'NSPR', code: 'TAKE20' }))
  const withdrawal = { courseCode: 'NSPR', reason: 'No teacher' }
  const listed = await withdrawCourse(world, admin, { ...withdrawal, preview: true })
  if (!listed.ok) throw new Error(listed.refusal.code)
  await accept(withdrawCourse(world, admin, { ...withdrawal, effectsHash: listed.value.effectsHash }))
  const faults = await listFaults()
  expect(faults).toHaveLength(3)
  expect(faults.join('\n')).toMatch(/promo code TAKE20 was changed.*expires: /)
  expect(faults.join('\n')).toMatch(/course NSPR was changed.*withdrawn: /)
  expect(faults.join('\n')).toMatch(/cohort NSPR-2026-12 was changed.*seats: 30 → 24/)
})

test('a file without `refunds` keeps the rule of the studio; one with another rule is refused', async () => {
  await edit('courses/nspr.yaml', 'refunds: standard\n', '')
  await accept(changeRefundPolicy(world, admin, { courseCode: 'NSPR', policy: 'final' }))
  const getRule = () => world.db.selectFrom('course').select('refund_policy').executeTakeFirst()
  expect(await runImport()).toEqual([])
  expect(await getRule()).toEqual({ refund_policy: 'final' })
  await edit('courses/nspr.yaml', 'price:', 'refunds: flexible\nprice:')
  expect(await runImport()).toEqual(['changed courses NSPR refund_policy'])
  await accept(changeRefundPolicy(world, admin, { courseCode: 'NSPR', policy: 'standard' }))
  expect(await listFaults()).toEqual([expect.stringContaining('course NSPR was changed in the studio')])
  expect(await getRule()).toEqual({ refund_policy: 'standard' })
})

test('a file without `groupDiscount` keeps the choice of the studio; one with another choice is refused', async () => {
  await accept(changeGroupDiscount(world, admin, { courseCode: 'NSPR', hasGroupDiscount: false }))
  const getChoice = () => world.db.selectFrom('course').select('has_group_discount').executeTakeFirst()
  expect(await runImport()).toEqual([])
  expect(await getChoice()).toEqual({ has_group_discount: false })
  await edit('courses/nspr.yaml', 'price:', 'groupDiscount: true\nprice:')
  expect(await runImport()).toEqual(['changed courses NSPR has_group_discount'])
  await accept(changeGroupDiscount(world, admin, { courseCode: 'NSPR', hasGroupDiscount: false }))
  expect(await listFaults()).toEqual([expect.stringContaining('course NSPR was changed in the studio')])
  expect(await getChoice()).toEqual({ has_group_discount: false })
})

test('texts that a file changes need no option, and neither does a teacher’s profile that nobody edited', async () => {
  await edit('courses/nspr.yaml', 'refunds: standard\n', '')
  await accept(changeRefundPolicy(world, admin, { courseCode: 'NSPR', policy: 'final' }))
  await edit('courses/nspr.yaml', 'sectionTitle: ', 'sectionTitle: New ')
  expect(await runImport()).toEqual(['changed courses NSPR sectionTitle'])
  const slug = (await world.db.selectFrom('course_creator').select('creator_slug').executeTakeFirstOrThrow())
    .creator_slug
  const { version } = await world.db
    .selectFrom('creator')
    .select('version')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  const profile = { version, name: 'Another Name', initials: 'AN', pageSlug: slug, quote: '', biography: '', links: [] }
  await accept(saveProfile(world, admin, { slug, change: { ...profile, photo: null } }))
  expect(await listFaults()).toEqual([expect.stringContaining(`creator ${slug} was changed in the studio`)])
})

test('changes of before there were notes are noted by the upgrade, so that the first import does not undo them', async () => {
  await accept(changeOffer(world, admin, { offerCode: COHORT, change: { price: '120' } }))
  await accept(changeCohort(world, admin, { cohortCode: COHORT, change: { seats: 30 } }))
  await accept(endPromoCode(world, admin, { courseCode: 'NSPR', code: 'TAKE20' }))
  await accept(changeRefundPolicy(world, admin, { courseCode: 'NSPR', policy: 'final' }))
  await world.db.deleteFrom('studio_change').execute()
  const migration = await readFile('migrations/0035_studio_changes.sql', 'utf8')
  await sql.raw(/^insert into studio_change[^;]*;/m.exec(migration)![0]).execute(world.db)
  expect((await listFaults()).toSorted()).toEqual([
    expect.stringContaining('cohort NSPR-2026-12 was changed'),
    expect.stringContaining('course NSPR was changed'),
    expect.stringContaining('offer NSPR-2026-12 was changed'),
    expect.stringContaining('promo code TAKE20 was changed'),
  ])
})

test('an import does not bring back the biography of a teacher who has deleted the account', async () => {
  const slug = (await world.db.selectFrom('course_creator').select('creator_slug').executeTakeFirstOrThrow())
    .creator_slug
  const person = { email: `${randomUUID()}@understudy.test`, name: 'Tea Cher' }
  const { id } = await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()
  await world.db.updateTable('creator').set({ person_id: id }).where('slug', '=', slug).execute()
  const erased = { email: createDeletedAccountEmail(id), name: 'Deleted person', deleted_at: new Date() }
  await world.db.updateTable('person').set(erased).where('id', '=', id).execute()
  expect(await runImport()).toEqual([])
  expect(await runImport({ overStudio: true })).toEqual([])
  const row = world.db.selectFrom('creator').select(['biography', 'quote']).where('slug', '=', slug)
  expect(await row.executeTakeFirst()).toEqual({ biography: [], quote: null })
})

test('a change that an import did not see stays noted', async () => {
  await accept(endPromoCode(world, admin, { courseCode: 'NSPR', code: 'TAKE20' }))
  const notes = await world.db.transaction().execute(listStudioChanges)
  await sql`update studio_change set changed_at = changed_at + interval '1 second'`.execute(world.db)
  await world.db.transaction().execute((tx) => forgetStudioChanges(tx, notes))
  expect(await listFaults()).toHaveLength(1)
})
