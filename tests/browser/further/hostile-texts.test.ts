/** Promises L12 and S9: no text of a lesson, cue, note, file name, message, page, certificate or site runs script, with the content policy on and off. */
import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { COURSE_LISTS, MAX_WORK_NOTE, mapTexts } from '#catalogue/catalog/wire/course-texts.ts'
import { saveUnit } from '#catalogue/drafts/save-unit.ts'
import { createPreviewLink } from '#catalogue/previews/preview-links.ts'
import { plainLine } from '#domain/typed-text.ts'
import type { Deps } from '#http/deps.ts'
import { writePasswordChanged } from '#people/accounts/account-emails.ts'
import { originalKey } from '#platform/blobs/blob-keys.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { test } from '../../support/browser-test.ts'
import { findScripts } from '../../support/find-scripts.ts'
import { SCRIPT_PAYLOADS } from '../../support/script-payloads.ts'
import { withDeps } from '../../torture/installation.ts'
import { givenHolder } from '../../world/certificates.ts'
import { enterAs, logInForTokens } from '../../world/demo-visitor.ts'
import { givenLesson, givenStoredVideo } from '../../world/lessons.ts'
import { givenDraft, givenMaker, must, publishNow, readDraft, saveAbout } from '../../world/made-course.ts'
import { givenCourse } from '../../world/selling.ts'

const LEARNER = 'learner@understudy.test'
const TEXT = SCRIPT_PAYLOADS.join('\n\n')
const MAX_NOTE = 5000

let course: string
const keys: string[] = []

/** Lessons of every kind whose every text is hostile. */
async function createHostileCourse(deps: Deps): Promise<string> {
  const cohortCode = await givenCourse(deps)
  const courseCode = cohortCode.slice(0, -2)
  await giveSeat(deps, cohortCode, { email: LEARNER, name: 'Demo Learner', timezoneId: 'UTC' })
  const { id: personId } = await deps.db
    .selectFrom('person')
    .select('id')
    .where('email', '=', LEARNER)
    .executeTakeFirstOrThrow()
  const text = await givenLesson(deps, courseCode, { title: SCRIPT_PAYLOADS[0]! })
  const video = await givenLesson(deps, courseCode, { kind: 'video', title: SCRIPT_PAYLOADS[80]! })
  const files = await givenLesson(deps, courseCode, { kind: 'files', title: SCRIPT_PAYLOADS[100]! })
  keys.push(text.key, video.key, files.key)
  const { assetId } = await givenStoredVideo(deps, courseCode, video.lessonId, { bytes: 20_000, durationMs: 600_000 })
  for (const [lessonId, content] of [
    [text.lessonId, { markdown: TEXT }],
    [video.lessonId, { markdown: TEXT }],
  ] as const)
    await deps.db
      .updateTable('lesson')
      .set({ content: JSON.stringify(content), summary: SCRIPT_PAYLOADS[1]! })
      .where('id', '=', lessonId)
      .execute()
  await addCaptions(deps, assetId)
  await addFiles(deps, courseCode, files.lessonId)
  await addMessage(deps, courseCode, personId)
  const notes = SCRIPT_PAYLOADS.slice(0, 150).map((payload) => ({
    person_id: personId,
    lesson_id: text.lessonId,
    text: payload,
  }))
  await deps.db
    .insertInto('lesson_note')
    .values([...notes, { person_id: personId, lesson_id: text.lessonId, text: TEXT.slice(0, MAX_NOTE) }])
    .execute()
  return courseCode
}

/** A message of a teacher, with a hostile value in each variable. */
async function addMessage({ db }: Deps, courseCode: string, personId: string): Promise<void> {
  const { id } = await db
    .insertInto('broadcast')
    .values({
      course_code: courseCode,
      recipients: '{}',
      subject: `${SCRIPT_PAYLOADS[3]!.slice(0, 100)} {first name}`,
      body: `{first name} {portal link}\n\n${TEXT}`,
      state: 'sending',
      send_at: new Date(),
      started_at: new Date(),
      day_slot: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('broadcast_recipient').values({ broadcast_id: id, person_id: personId }).execute()
  const variables = JSON.stringify({ 'first name': SCRIPT_PAYLOADS[0]!, 'portal link': 'javascript:window.__pwn=1' })
  await db
    .updateTable('broadcast_recipient')
    .set({ state: 'written', handled_at: new Date(), variables })
    .where('broadcast_id', '=', id)
    .execute()
}

async function addCaptions({ db }: Deps, assetId: string): Promise<void> {
  const { id: track_id } = await db
    .insertInto('caption_track')
    .values({ asset_id: assetId, language: 'en', kind: 'captions', label: SCRIPT_PAYLOADS[2]!, is_default: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cues = SCRIPT_PAYLOADS.map((text, position) => ({
    track_id,
    position,
    text,
    starts_ms: position * 1000,
    ends_ms: position * 1000 + 900,
  }))
  await db.insertInto('caption_cue').values(cues).execute()
}

async function addFiles({ db, blobs }: Deps, courseCode: string, lessonId: string): Promise<void> {
  for (const [position, filename] of SCRIPT_PAYLOADS.filter((_payload, index) => index % 9 === 0)
    .slice(0, 20)
    .entries()) {
    const id = randomUUID()
    await blobs.put(originalKey(id), Buffer.from('A file'))
    await db
      .insertInto('asset')
      .values({
        id,
        owner_kind: 'course',
        course_code: courseCode,
        kind: 'file',
        state: 'ready',
        filename,
        content_type: 'text/plain',
        bytes: 6,
        sha256: randomBytes(32),
      })
      .execute()
    await db.insertInto('asset_reference').values({ asset_id: id, source: 'lesson', source_key: lessonId }).execute()
    await db
      .insertInto('lesson_file')
      .values({ lesson_id: lessonId, course_code: courseCode, position, asset_id: id, label: filename })
      .execute()
  }
}

test.for([false, true])(
  'no hostile text of a lesson becomes a part of a page; without the policy: %s',
  async (ignoresPolicy, { server, launchBrowser }) => {
    course ??= await withDeps(server, {}, createHostileCourse)
    const browser = await launchBrowser({ ignoresPolicy })
    browser.allowedFaults.push(/Failed to load resource|MEDIA_ERR|decode|media/i)
    await enterAs(browser.context, server.url, 'learner')
    const { page } = browser
    for (const path of ['', '#messages', ...keys.map((key) => `/lessons/${key}`)]) {
      await page.goto(`/portal/courses/${course}${path}`)
      await page.getByText('__pwn').first().waitFor({ state: 'attached' })
      if (path === '#messages') await page.getByRole('article').getByText('formaction').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect([path, await findScripts(page)]).toEqual([path, []])
    }
    await page.goto(`/portal/courses/${course}/lessons/${keys[0]}`)
    await page.getByText('formaction').first().waitFor({ state: 'attached' })
    expect((await page.getByText('__pwn').count()) > 100).toBe(true)
    await browser.close()
  },
)

/** A published course whose page has a hostile text in every entry of every list, and in every text. */
async function createHostilePage(deps: Deps): Promise<{ path: string; draft: string }> {
  const payloads = [...SCRIPT_PAYLOADS]
  /** The next payload that fits. */
  const take = (max: number): string => {
    const index = payloads.findIndex((text) => text.trim() !== '' && text.length <= max)
    return (index < 0 ? undefined : payloads.splice(index, 1)[0]) ?? SCRIPT_PAYLOADS[0]!.slice(0, max)
  }
  const fill = <Entry>({ max }: { max: number }, create: () => Entry) => Array.from({ length: max }, create)
  const { benefits, requirements, facts, questions, works, stories } = COURSE_LISTS
  const maker = await givenMaker(deps)
  const code = await givenDraft(deps, maker)
  await saveAbout(deps, maker, code, {
    title: take(80),
    ...mapTexts(take),
    level: take(80),
    benefits: fill(benefits, () => take(benefits.text)),
    requirements: fill(requirements, () => take(requirements.text)),
    facts: fill(facts, () => ({ label: take(facts.label), value: take(facts.value) })),
    questions: fill(questions, () => ({ question: take(questions.question), answer: take(questions.answer) })),
  })
  const { version } = (await readDraft(deps, maker, code)).units.page
  const picture = { hue: 'rose', motif: 'discs', photo: null }
  const studentWork = {
    note: take(MAX_WORK_NOTE),
    works: fill(works, () => ({
      title: take(works.title),
      by: take(works.by),
      length: take(works.length),
      seed: take(100),
      ...picture,
    })),
    stories: fill(stories, () => ({
      quote: take(stories.quote),
      name: take(stories.name),
      about: take(stories.about),
    })),
  }
  must(await saveUnit(deps, maker, { courseCode: code, unit: 'page', version, body: { studentWork } }))
  await publishNow(deps, maker, code)
  const link = must(await createPreviewLink(deps, maker, { courseCode: code, kind: 'shared' }))
  const { path } = await readDraft(deps, maker, code)
  return { path: path!, draft: link.path }
}

let hostilePage: { path: string; draft: string }

test.for([false, true])(
  'no hostile text of a course becomes a part of its page, its preview or a list; without the policy: %s',
  async (ignoresPolicy, { server, launchBrowser }) => {
    hostilePage ??= await withDeps(server, {}, createHostilePage)
    const browser = await launchBrowser({ ignoresPolicy })
    const { page } = browser
    for (const path of [hostilePage.path, hostilePage.draft, '/?q=sketch', '/']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect([path, await findScripts(page)]).toEqual([path, []])
    }
    await page.goto(hostilePage.path)
    expect(await page.getByText('__pwn').count()).toBeGreaterThan(60)
    await browser.close()
  },
)

const NAMES = SCRIPT_PAYLOADS.filter((text) => text.trim() !== '' && text.length <= 60)
const HEADLINES = SCRIPT_PAYLOADS.filter((text) => text.trim() !== '' && text.length <= 80)

/** As an owner who types them: those that the page refuses are left out. */
async function setHostileSettings({ db }: Deps, round: number): Promise<void> {
  const pick = (texts: readonly string[]) => plainLine(texts[round % texts.length]!) || '<b>'
  await db
    .updateTable('site_setting')
    .set((update) => ({
      version: update('version', '+', 1),
      name: pick(NAMES),
      headline: pick(HEADLINES),
      lead: pick(SCRIPT_PAYLOADS),
      footer_line: pick(SCRIPT_PAYLOADS.toReversed()),
      seller_name: pick(NAMES.toReversed()),
      seller_address: pick(HEADLINES.toReversed()),
      seller_tax_id: pick(NAMES),
    }))
    .execute()
}

test.for([false, true])(
  'no hostile setting of the site becomes a part of a page, of an app page or of an e-mail; without the policy: %s',
  async (ignoresPolicy, { server, launchBrowser }) => {
    const browser = await launchBrowser({ ignoresPolicy })
    // The log-in of this test also runs in the frame of an e-mail, which may not read the storage.
    browser.allowedFaults.push(/The document is sandboxed/)
    await enterAs(browser.context, server.url, 'admin')
    const { page } = browser
    for (let round = ignoresPolicy ? 1 : 0; round < SCRIPT_PAYLOADS.length; round += 8) {
      const name = await withDeps(server, {}, async (deps) => {
        await setHostileSettings(deps, round)
        await deps.site.reload()
        const { personId } = await givenMaker(deps)
        await writePasswordChanged(deps, { personId, at: new Date().toISOString(), changeId: randomUUID() })
        return deps.site.current.name
      })
      await expect
        .poll(async () => {
          await page.goto('/')
          return page.locator('header').first().innerText()
        })
        .toContain(name)
      for (const path of ['/', '/faq', '/portal/settings/site', '/dev/mail']) {
        await page.goto(path)
        await page.locator('main').waitFor()
        expect([round, path, await findScripts(page)]).toEqual([round, path, []])
      }
    }
    await browser.close()
  },
)

type HostileCertificate = { publicId: string; statement: string }

/** As many texts of at most 600 characters as hold all payloads, one after the other. */
function joinPayloads(): string[] {
  const texts = ['']
  for (const payload of SCRIPT_PAYLOADS) {
    const joined = `${texts.at(-1)} ${payload}`.trim()
    if (joined.length <= 600) texts[texts.length - 1] = joined
    else texts.push(payload)
  }
  return texts
}

/** Certificates of the demo's learner, whose name, course, text and signature are hostile. All payloads are in their texts. */
async function createHostileCertificates(deps: Deps): Promise<HostileCertificate[]> {
  const names = SCRIPT_PAYLOADS.map(plainLine).filter((text) => text !== '' && text.length <= 80)
  const certificates: HostileCertificate[] = []
  for (const [index, statement] of joinPayloads().entries()) {
    const pick = (offset: number) => names[(index * 7 + offset) % names.length]!
    const cohortCode = await givenCourse(deps)
    const courseCode = cohortCode.slice(0, cohortCode.lastIndexOf('-'))
    await deps.db
      .updateTable('course')
      .set({ title: pick(0) })
      .where('course_code', '=', courseCode)
      .execute()
    const rule = { text: statement, signature: pick(1), hours: 3 }
    const { publicId, certificateId } = await givenHolder(deps, { email: LEARNER, cohortCode, rule })
    await deps.db
      .updateTable('certificate')
      .set({ name: pick(2), teachers: [pick(3), pick(4)] })
      .where('id', '=', certificateId)
      .execute()
    certificates.push({ publicId, statement })
  }
  return certificates
}

let certificates: HostileCertificate[]

test.for([false, true])(
  'no hostile text of a certificate becomes a part of its page or of the list of its holder; without the policy: %s',
  async (ignoresPolicy, { server, launchBrowser }) => {
    certificates ??= await withDeps(server, {}, createHostileCertificates)
    const browser = await launchBrowser({ ignoresPolicy })
    await enterAs(browser.context, server.url, 'learner')
    const { page } = browser
    for (const { publicId, statement } of certificates) {
      await page.goto(`/certificates/${publicId}`)
      await page.waitForLoadState('networkidle')
      const words = statement.match(/[\w=.]{8,}/)![0]
      expect([statement, (await page.locator('main').innerText()).includes(words)]).toEqual([statement, true])
      expect([statement, await findScripts(page)]).toEqual([statement, []])
    }
    await page.goto('/portal/certificates')
    await page.getByText('__pwn').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await findScripts(page)).toEqual([])
    await browser.close()
  },
)

test('no hostile text of a certificate becomes an action of its PDF, or a part of its picture that runs', async ({
  server,
}) => {
  certificates ??= await withDeps(server, {}, createHostileCertificates)
  const { token } = await logInForTokens(server.url, 'learner')
  const headers = { authorization: `Bearer ${token}` }
  for (const { publicId } of certificates) {
    const picture = await fetch(`${server.url}/api/v1/certificates/${publicId}/picture`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  }
  const own = await (await fetch(`${server.url}/api/v1/my-certificates`, { headers })).json()
  const ids = (own.data as { certificateId: string }[]).map(({ certificateId }) => certificateId)
  expect(ids.length).toBeGreaterThanOrEqual(certificates.length)
  for (const id of ids.slice(0, 20)) {
    const response = await fetch(`${server.url}/api/v1/my-certificates/${id}/pdf`, { headers })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1')
    expect(bytes.match(/\/(?:JavaScript|JS|Launch|OpenAction|AA|EmbeddedFile|SubmitForm)\b/g)).toBeNull()
  }
})
