import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SiteRole } from '#domain/permission.ts'
import { NO_SITE_SETTINGS, SITE_LENGTHS } from '#domain/site/site.ts'
import { putSuppression } from '#people/mailing/queries/suppressions.ts'
import { listNewestMails } from '#people/mailing/queries.ts'
import { sendMail } from '#people/mailing/send.ts'
import { createSiteReader, watchSite } from '#platform/site-reader.ts'
import { SCRIPT_PAYLOADS } from '../../../tests/support/script-payloads.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { changeMark, completeMark } from './change-mark.ts'
import { loadSiteNeeds } from './needs/load-needs.ts'
import { confirmPrivacyPage, sendTestMail } from './needs/prove-needs.ts'
import { findMailMark, findMark, getLastChange, getMailProof, getPrivacyReadAt } from './queries.ts'
import { saveSite as save } from './save-site.ts'
import { saveSite } from './wire.ts'

let world: World
let owner: { personId: string; audience: 'admin' | 'learner' }
beforeAll(async () => {
  world = await createWorld()
  owner = await givenPerson('owner')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.updateTable('site_setting').set({ name: null, headline: null, seller_name: null }).execute()
})

async function givenPerson(role: SiteRole) {
  const { id: personId } = await world.db
    .insertInto('person')
    .values({ email: `${role}@mill.test`, name: 'Ada Mill' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.insertInto('site_role').values({ person_id: personId, role }).execute()
  return { personId, audience: 'admin' as const }
}
/** As any job writes one. */
const writeMail = () =>
  world.db
    .insertInto('mail')
    .values({
      dedupe_key: `reset:${randomUUID()}`,
      to_address: 'ada@mill.test',
      subject: '',
      text_body: '',
      html_body: '',
    })
    .execute()
const getVersion = async () =>
  (await world.db.selectFrom('site_setting').select('version').executeTakeFirstOrThrow()).version
const EMPTY = Object.fromEntries(Object.keys(NO_SITE_SETTINGS).map((name) => [name, '']))
const parse = (change: Record<string, unknown>) => saveSite.body.safeParse({ version: 1, ...EMPTY, ...change })
const createChange = async (change: Record<string, string>) => ({ ...parse(change).data!, version: await getVersion() })

describe('saving', () => {
  test('counts at once in this process, with its defaults, and is in the audit log without its words', async () => {
    await save(
      world,
      owner,
      await createChange({ name: ' Mill  School ', sellerName: 'Mill Ltd', sellerAddress: '1 Mill Lane\n\n Leeds ' }),
    )
    expect(world.site.current).toMatchObject({
      name: 'Mill School',
      sellerLines: ['Mill Ltd', '1 Mill Lane', 'Leeds'],
      issuerName: 'Mill Ltd',
    })
    const event = await world.db
      .selectFrom('audit_event')
      .selectAll()
      .where('action', '=', 'site-changed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ actor_id: owner.personId, details: { changed: 'name, sellerName, sellerAddress' } })
  })

  test('equal settings change nothing', async () => {
    const change = await createChange({ name: 'Mill School' })
    const first = await save(world, owner, change)
    expect(await save(world, owner, { ...change, version: change.version + 1 })).toEqual(first)
    // As a retry after a lost answer.
    expect(await save(world, owner, change)).toEqual(first)
  })

  test('of two people with the same version one saves, and the other is told', async () => {
    const change = await createChange({})
    const outcomes = await Promise.all(['One', 'Two'].map((name) => save(world, owner, { ...change, name })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'VERSION_CONFLICT' } })
  })

  test.each(['community_admin', 'creator'] as const)(
    'is refused to a %s, and to an owner in a learner session',
    async (role) => {
      const person = await givenPerson(role)
      const change = await createChange({ name: 'Not mine' })
      expect(await save(world, person, change)).toMatchObject({ refusal: { code: 'OWNER_NEEDED' } })
      const asLearner = { ...owner, audience: 'learner' as const }
      expect(await save(world, asLearner, change)).toMatchObject({ refusal: { code: 'OWNER_NEEDED' } })
    },
  )
})

test('another process learns of a change without asking', async () => {
  const other = createSiteReader(world.db, world.config)
  await other.reload()
  const isNamed = (name: string) =>
    new Promise<void>((resolve) => other.onChange(() => other.current.name === name && resolve()))
  const listening = isNamed('While connecting')
  watchSite(other, world.changes, world.log)
  await save(world, owner, await createChange({ name: 'While connecting' }))
  await listening
  const named = isNamed('Mill School')
  await save(world, owner, await createChange({ name: 'Mill School' }))
  await named
  expect(other.current.name).toBe('Mill School')
})

describe('a text', () => {
  test.each([
    [{ name: 'x'.repeat(61) }, { name: ['Please use at most 60 characters'] }],
    [{ supportAddress: 'help' }, { supportAddress: ['Please enter a valid email address'] }],
    [{ supportAddress: '"<script>"@mill.test' }, { supportAddress: ['Please enter a valid email address'] }],
    [{ sellerAddress: 'a\nb\nc\nd\ne\nf\ng' }, { sellerAddress: ['Please use at most 6 lines'] }],
  ])('that is wrong gets a sentence: %o', (change, fields) => {
    expect(parse(change).error?.flatten().fieldErrors).toEqual(fields)
  })

  test('that passes is stored as it passed, whatever its characters; hostile ones too', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 90 }),
      fc.constantFrom(...SCRIPT_PAYLOADS, '\0', '\u2028'),
    )
    await fc.assert(
      fc.asyncProperty(texts, texts, texts, async (name, headline, sellerAddress) => {
        const parsed = parse({ name, headline, sellerAddress })
        if (!parsed.success) return
        const change = { ...parsed.data, version: await getVersion() }
        expect(await save(world, owner, change)).toMatchObject({ ok: true })
        if (change.name) expect(world.site.current.name).toBe(change.name.toWellFormed())
        expect(world.site.current.name.length).toBeLessThanOrEqual(SITE_LENGTHS.name)
      }),
      { numRuns: 60 },
    )
  })
})

test('the database keeps one row', async () => {
  await expect(world.db.deleteFrom('site_setting').execute()).rejects.toThrow()
  await expect(world.db.insertInto('site_setting').values({ version: 1 }).execute()).rejects.toThrow(/duplicate|unique/)
})

describe('before the site can sell', () => {
  test('a test e-mail goes to the admin who asks, ten times an hour', async () => {
    const sendOne = () => sendTestMail(world, owner)
    expect(await sendOne()).toEqual({ ok: true, value: { to: 'owner@mill.test' } })
    const mail = await world.db.selectFrom('mail').selectAll().where('kind', '=', 'site-test').executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ to_address: 'owner@mill.test', is_urgent: true })
    expect((await getMailProof(world.db)).lastTest).toMatchObject({ state: 'queued' })
    for (let sent = 1; sent < 10; sent++) await sendOne()
    expect(await sendOne()).toMatchObject({ ok: false, refusal: { code: 'RATE_LIMITED' } })
  })

  test('a test e-mail is sent also to an address that the server has refused once', async () => {
    const email = `${randomUUID()}@mill.test`
    const { id: personId } = await world.db
      .insertInto('person')
      .values({ email, name: 'Bo Mill' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await putSuppression(world.db, { address: email, reason: 'bounce', detail: '550 relay not permitted' })
    await sendTestMail(world, { personId, audience: 'admin' })
    const { id } = (await listNewestMails(world.db, email))[0]!
    await sendMail(
      { ...world, mailer: { ...world.mailer, engine: 'smtp', send: async () => ({ is: 'accepted' }) } },
      id,
    )
    expect((await getMailProof(world.db)).lastTest).toMatchObject({ state: 'sent' })
  })

  test('only an owner confirms the privacy page, and saves no version by that', async () => {
    const version = await getVersion()
    expect(await confirmPrivacyPage(world, { ...owner, audience: 'learner' })).toMatchObject({
      ok: false,
      refusal: { code: 'OWNER_NEEDED' },
    })
    expect(await getPrivacyReadAt(world.db)).toBeNull()
    expect((await confirmPrivacyPage(world, owner)).ok).toBe(true)
    expect(await getPrivacyReadAt(world.db)).toBeInstanceOf(Date)
    expect(await getVersion()).toBe(version)
  })

  test('a demo has no such list, and production has it', async () => {
    expect(await loadSiteNeeds(world)).toBeNull()
    const config = { ...world.config, mode: 'production' as const, invoiceSellerSetting: null }
    await world.db.updateTable('site_setting').set({ seller_name: null, seller_address: null }).execute()
    const needs = await loadSiteNeeds({ ...world, config })
    expect(needs?.find(({ need }) => need === 'seller')).toMatchObject({ state: 'missing' })
    expect(needs?.find(({ need }) => need === 'backup')).toMatchObject({ state: 'open' })
    const s3 = {
      endpoint: 'https://s3.test',
      region: 'us-east-1',
      bucket: 'b',
      key: 'k',
      secret: 's',
      isPathStyle: true,
    }
    const nightly = { ...config, backups: { ...config.backups, s3 } }
    const withBucket = await loadSiteNeeds({ ...world, config: nightly })
    expect(withBucket?.find(({ need }) => need === 'backup')).toMatchObject({ state: 'missing' })
    await world.db.updateTable('site_setting').set({ seller_name: 'Mill Ltd', seller_address: 'Leeds' }).execute()
    expect((await loadSiteNeeds({ ...world, config }))?.find(({ need }) => need === 'seller')).toMatchObject({
      state: 'done',
    })
  })
})

describe('the mark', () => {
  test('becomes a small picture in every process at once, and the default comes back', async () => {
    await save(world, owner, await createChange({ name: 'Before the mark' }))
    const lastChange = await getLastChange(world.db)
    const png = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#306' } })
      .png()
      .toBuffer()
    expect((await changeMark(world, owner, png.toString('base64'))).ok).toBe(true)
    const hash = /^\/images\/site-mark\/([0-9a-f]{32})\.webp$/.exec(world.site.current.mark ?? '')?.[1]
    const picture = await findMark(world.db, hash!)
    expect(await sharp(picture!).metadata()).toMatchObject({ format: 'webp', width: 128, height: 85 })
    expect((await changeMark(world, owner, null)).ok).toBe(true)
    expect(world.site.current.mark).toBeNull()
    // It is none of the settings about which two people can disagree.
    expect(lastChange).not.toBeNull()
    expect(await getLastChange(world.db)).toEqual(lastChange)
    expect(await findMark(world.db, hash!)).toBeNull()
  })

  test('is a PNG in e-mails, on white if it is transparent, and stays there when it is replaced', async () => {
    const send = async (
      width: number,
      height: number,
      background: { r: number; g: number; b: number; alpha: number },
    ) => {
      const png = await sharp({ create: { width, height, channels: 4, background } })
        .png()
        .toBuffer()
      expect((await changeMark(world, owner, png.toString('base64'))).ok).toBe(true)
      return world.site.current.mailMark!
    }
    const read = async ({ url }: { url: string }) =>
      (await findMailMark(world.db, /([0-9a-f]{32})\.png$/.exec(url)![1]!))!
    const getPixel = async (picture: Buffer, left: number, top: number) => [
      ...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
    ]
    const ink = { r: 48, g: 0, b: 102 }
    const opaque = await send(200, 200, { ...ink, alpha: 1 })
    await writeMail()
    expect(opaque).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost:\d+\/images\/site-mark\/[0-9a-f]{32}\.png$/),
      width: 32,
      height: 32,
    })
    const square = await read(opaque)
    expect(await sharp(square).metadata()).toMatchObject({ format: 'png', width: 96, height: 96 })
    expect((await getPixel(square, 0, 0))[1]).toBeLessThan(16)

    const clear = await send(300, 60, { ...ink, alpha: 0.01 })
    expect(clear).toMatchObject({ width: 96, height: 23 })
    const wide = await read(clear)
    expect((await getPixel(wide, 0, 0))[3]).toBeLessThan(128)
    const middle = await getPixel(wide, 144, 30)
    expect(middle[3]).toBe(255)
    expect(Math.min(...middle)).toBeGreaterThan(240)

    await changeMark(world, owner, null)
    expect(world.site.current.mailMark).toBeNull()
    expect((await read(opaque)).equals(square)).toBe(true)
  })

  test('that no e-mail can have shown is gone when it is replaced, and one that an e-mail may have shown stays', async () => {
    const upload = async (background: string) => {
      const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer()
      expect((await changeMark(world, owner, picture.toString('base64'))).ok).toBe(true)
      return /([0-9a-f]{32})\.png$/.exec(world.site.current.mailMark!.url)![1]!
    }
    const isKept = async (hash: string) => (await findMailMark(world.db, hash)) !== null
    // None for a while.
    await world.db.deleteFrom('mail').execute()
    const mistake = await upload('#123456')
    expect(await isKept(mistake)).toBe(true)
    const shown = await upload('#654321')
    expect(await isKept(mistake)).toBe(false)

    await writeMail()
    const next = await upload('#abcdef')
    expect(await isKept(shown)).toBe(true)
    await world.db.deleteFrom('mail').execute()
    // It was there before, when e-mails had it.
    expect(await upload('#654321')).toBe(shown)
    expect(await isKept(next)).toBe(false)
    await changeMark(world, owner, null)
    expect(await isKept(shown)).toBe(true)
  })

  test('from before e-mails had one gets its picture at the next start', async () => {
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#963' } })
      .png()
      .toBuffer()
    await changeMark(world, owner, png.toString('base64'))
    await world.db.deleteFrom('mail_mark').execute()
    await world.db
      .updateTable('site_setting')
      .set((update) => ({ version: update('version', '+', 1) }))
      .execute()
    await world.site.reload()
    expect(world.site.current.mailMark).toBeNull()
    await completeMark(world)
    await completeMark(world)
    await world.site.reload()
    expect(world.site.current.mailMark).toMatchObject({ width: 32, height: 32 })
  })

  test('is a picture, and comes from an owner', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString(
      'base64',
    )
    expect(await changeMark(world, owner, svg)).toMatchObject({ ok: false, refusal: { code: 'FIELD_INVALID' } })
    expect(await changeMark(world, { ...owner, audience: 'learner' }, null)).toMatchObject({
      ok: false,
      refusal: { code: 'OWNER_NEEDED' },
    })
  })
})
