/** Information pages that an owner edits, on a real PostgreSQL. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InformationBody } from '#domain/site/information-body.ts'
import { confirmPrivacyPage } from '#people/site/needs/prove-needs.ts'
import { getPrivacyReadAt } from '#people/site/queries.ts'
import { readInformation } from '#screens/storefront/information/information.ts'
import { SCRIPT_PAYLOADS } from '../../../tests/support/script-payloads.ts'
import { must } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { listPages, publishPage, readPage, resetPage, savePage } from './edit-page.ts'

let world: World
let owner: { personId: string; audience: 'admin' }
beforeAll(async () => {
  world = await createWorld()
  owner = await givenPerson('owner')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.updateTable('information_page').set({ published: null, published_at: null }).execute()
  await world.db.deleteFrom('information_page').execute()
  await world.site.reload()
})

async function givenPerson(role: 'owner' | 'community_admin') {
  const person = { email: `${role}@mill.test`, name: role === 'owner' ? 'Ada Mill' : 'Olly' }
  const { id: personId } = await world.db.insertInto('person').values(person).returning('id').executeTakeFirstOrThrow()
  await world.db.insertInto('site_role').values({ person_id: personId, role }).execute()
  return { personId, audience: 'admin' as const }
}

const NAME = 'privacy'
const open = async () => must(await readPage(world, owner, NAME))
const save = async (change: Partial<InformationBody>, version?: number) => {
  const view = await open()
  return savePage(world, owner, { name: NAME, version: version ?? view.version, body: { ...view.body, ...change } })
}
const readPublic = async () => must(await readInformation(world, NAME))

test('a page begins with the shipped text, and its placeholders', async () => {
  const { version, body, hasChanges } = await open()
  expect([version, hasChanges, body.title]).toEqual([0, false, 'Privacy'])
  expect(body.text).toContain('{seller}')
  expect((await listPages(world, owner)).pages.map(({ name }) => name)).toContain('gift-card')
})

test('a draft is not public until it is published, and then in this process at once', async () => {
  must(await save({ title: 'Your data', text: 'Write to {support}.\n\n## Who {#who}\n\n> Mill Ltd.' }))
  expect((await readPublic()).title).toBe('Privacy')
  const { version } = await open()
  must(await publishPage(world, owner, { name: NAME, version }))
  const page = await readPublic()
  expect(page).toMatchObject({ title: 'Your data', heading: 'Your data', contents: true })
  expect(page.intro).toContain(world.site.current.supportAddress)
  expect(page.sections.map(({ id }) => id)).toEqual(['who'])
  expect(await open()).toMatchObject({ hasChanges: false, publishedAt: expect.any(String) })
})

test('the seller is shown without the marks of Markdown, in the lines above the text too', async () => {
  await world.db.updateTable('site_setting').set({ seller_name: 'Mill [Ltd]', seller_address: 'Leeds' }).execute()
  await world.site.reload()
  const { version } = must(await save({ title: 'Of {seller}', lead: 'Sold by {seller}.', text: 'Sold by {seller}.' }))
  must(await publishPage(world, owner, { name: NAME, version }))
  expect(await readPublic()).toMatchObject({
    title: 'Of Mill [Ltd], Leeds',
    lead: 'Sold by Mill [Ltd], Leeds.',
    intro: expect.stringContaining('Sold by Mill [Ltd], Leeds.'),
  })
})

test('the privacy page has to be confirmed again once it was published or reset', async () => {
  const confirm = async () => must(await confirmPrivacyPage(world, owner))
  await confirm()
  const { version } = must(await save({ title: 'Your data' }))
  expect(await getPrivacyReadAt(world.db)).not.toBeNull()
  must(await publishPage(world, owner, { name: NAME, version }))
  expect(await getPrivacyReadAt(world.db)).toBeNull()
  await confirm()
  must(await resetPage(world, owner, { name: NAME, version: (await open()).version }))
  expect(await getPrivacyReadAt(world.db)).toBeNull()
})

test('a stale save is refused with the newer text and its author; equal texts change nothing', async () => {
  const first = must(await save({ title: 'One' }))
  expect(await save({ title: 'One' }, 0)).toEqual({ ok: true, value: first })
  expect(await save({ title: 'Two' }, 0)).toMatchObject({
    ok: false,
    refusal: {
      code: 'VERSION_CONFLICT',
      data: { version: first.version, body: { title: 'One' }, savedBy: 'Ada Mill' },
    },
  })
  const all = await Promise.all(['A', 'B', 'C', 'D'].map((title) => save({ title }, first.version)))
  expect(all.filter(({ ok }) => ok)).toHaveLength(1)
})

test('a text that changed meanwhile is not published, and neither is one with a fault', async () => {
  const { version } = must(await save({ text: 'See [nowhere](#nowhere).' }))
  const publish = (newest: number) => publishPage(world, owner, { name: NAME, version: newest })
  expect(await publish(version - 1)).toMatchObject({ ok: false, refusal: { code: 'DRAFT_CHANGED' } })
  expect(await publish(version)).toMatchObject({
    ok: false,
    refusal: { code: 'FIELD_INVALID', fields: { text: expect.stringContaining('nowhere') } },
  })
  const empty = must(await save({ text: 'Fine.', lead: ' ' }))
  expect(await publish(empty.version)).toMatchObject({ ok: false, refusal: { fields: { text: 'The lead is empty' } } })
  expect((await readPublic()).title).toBe('Privacy')
})

test('a reset brings the shipped text back, and no old tab publishes the draft again', async () => {
  const { version } = must(await save({ title: 'Mine' }))
  must(await publishPage(world, owner, { name: NAME, version }))
  const before = await open()
  must(await resetPage(world, owner, { name: NAME, version: before.version }))
  expect((await readPublic()).title).toBe('Privacy')
  expect(await open()).toMatchObject({ hasChanges: false, publishedAt: null, body: { title: 'Privacy' } })
  expect(await publishPage(world, owner, { name: NAME, version: before.version })).toMatchObject({ ok: false })
})

describe('who may', () => {
  test('an admin reads, and does not save, publish or reset', async () => {
    const admin = await givenPerson('community_admin')
    expect((await listPages(world, admin)).mayEdit).toBe(false)
    const { body } = await open()
    for (const outcome of [
      await savePage(world, admin, { name: NAME, version: 0, body: { ...body, title: 'x' } }),
      await publishPage(world, admin, { name: NAME, version: 0 }),
      await resetPage(world, admin, { name: NAME, version: 0 }),
    ])
      expect(outcome).toMatchObject({ ok: false, refusal: { code: 'OWNER_NEEDED' } })
  })

  test('PAGES_DIR wins, and there is no other page', async () => {
    const own = { ...world, config: { ...world.config, pagesDir: './content/pages' } }
    expect((await listPages(own, owner)).folder).toBe('./content/pages')
    expect(await resetPage(own, owner, { name: NAME, version: 0 })).toMatchObject({
      ok: false,
      refusal: { code: 'PAGES_IN_FILES' },
    })
    expect(await readPage(world, owner, '../privacy')).toMatchObject({ ok: false, refusal: { code: 'NOT_FOUND' } })
  })
})

test('no typed text becomes a script', async () => {
  for (const payload of SCRIPT_PAYLOADS) {
    const { version } = must(await save({ text: `Hello\n\n${payload}`, title: 'Privacy' }))
    const published = await publishPage(world, owner, { name: NAME, version })
    if (!published.ok) continue
    const { intro } = await readPublic()
    expect(intro).not.toMatch(/<(?!\/?(?:p|em|strong|a|code|pre|br|hr|ul|ol|li|div|table|t[rhd]|thead|tbody)\b)/i)
    expect(intro).not.toMatch(/href="\s*(?:javascript|data|vbscript):/i)
  }
})
