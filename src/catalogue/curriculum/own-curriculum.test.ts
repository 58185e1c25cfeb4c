/** An own PDF of the curriculum, as visitors get it: by the address of the course card, and by e-mail. docs/contract §25. */
import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { createElement } from 'react'
import { Outlet, type ServerBuild } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setDefaultHeaders } from '#app/hosts/default-headers.ts'
import { mountSite } from '#app/hosts/site.ts'
import { listCourseCards } from '#catalogue/catalog/catalogue.ts'
import { importContent } from '#catalogue/catalog/files/import.ts'
import * as page from '#catalogue/curriculum/pages/curriculum.ts'
import { sendCurriculum } from '#catalogue/interests/send-curriculum.ts'
import { registerInterest } from '#catalogue/leads/interest.ts'
import * as entry from '#entry.server.tsx'
import { collectAssets } from '#media/collect-assets.ts'
import { deleteAsset } from '#media/delete-asset.ts'
import { listAttachments, listNewestMails } from '#people/mailing/queries.ts'
import { originalKey } from '#platform/blobs/blob-keys.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { copyCourses } from '../../../tests/support/content-copy.ts'
import { createPdf, readPdf } from '../../../tests/support/pdf.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')
const MEGABYTE = 1024 * 1024

let world: World
let folder: string
let app: FastifyInstance
let url: string
/** Keys of the blobs that were opened. */
let opened: string[]
beforeEach(async () => {
  const plain = await createWorld()
  opened = []
  const get: Blobs['get'] = (key, range) => {
    opened.push(key)
    return plain.blobs.get(key, range)
  }
  world = { ...plain, clock: () => TODAY, blobs: { ...plain.blobs, get } }
  folder = await mkdtemp(join(tmpdir(), 'curriculum-'))
  await copyCourses(folder, ['vfx'])
  // A client has the last byte before the server ends its answer, and keeps the connection.
  app = Fastify({ forceCloseConnections: true })
  setDefaultHeaders(app, world.config)
  const pressure = { shouldRefuse: () => false, close: () => {} }
  await mountSite(app, world, { build, mode: 'production', assets: null, pressure, cache: null })
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterEach(async () => {
  await app.close()
  await world.close()
  await rm(folder, { recursive: true })
})

const Root = () => createElement('html', { lang: 'en' }, createElement(Outlet))
const routes = {
  root: { id: 'root', path: '', module: { default: Root } },
  file: { id: 'catalogue/curriculum/pages/curriculum', parentId: 'root', path: 'curriculum/:file', module: page },
}
const list = Object.values(routes).map((route) => [route.id, route] as const)
const build = {
  entry: { module: entry },
  routes: Object.fromEntries(list),
  assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
  publicPath: '/',
  basename: '/',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild

async function givenCurriculum(pdf: Buffer | null): Promise<void> {
  await mkdir(join(folder, 'courses/vfx'), { recursive: true })
  await cp('content/courses/vfx.yaml', join(folder, 'courses/vfx.yaml'))
  await rm(join(folder, 'courses/vfx/plan.pdf'), { force: true })
  if (pdf) {
    const text = await readFile(join(folder, 'courses/vfx.yaml'), 'utf8')
    await writeFile(
      join(folder, 'courses/vfx.yaml'),
      text.replace('\nfacts:', '\ncurriculumFile: { file: plan.pdf }\nfacts:'),
    )
    await writeFile(join(folder, 'courses/vfx/plan.pdf'), pdf)
  }
  expect(await importContent(world, folder, TODAY)).toMatchObject({ ok: true })
}

async function getLink(): Promise<string> {
  const [card] = await listCourseCards(world, { codes: ['VFX'] })
  return card!.pdfLink!
}

async function getFile(path: string) {
  const response = await fetch(url + path)
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

async function ask() {
  const email = `${randomUUID()}@understudy.test`
  const events: { interestId: string; mailId: string }[] = []
  const enqueue = async (_db: unknown, _job: object, event: object) =>
    void events.push(event as (typeof events)[number])
  await registerInterest({ ...world, jobs: { ...world.jobs, enqueue } }, 'curriculum', {
    code: 'VFX',
    contact: { email, timezoneId: 'Asia/Manila' },
    ip: randomUUID(),
  })
  await sendCurriculum(world, events[0]!)
  const [mail] = await listNewestMails(world.db, email)
  return { text: mail!.text_body, attachments: await listAttachments(world.db, [mail!.id]) }
}

const getAsset = () => world.db.selectFrom('asset').select(['id', 'state']).executeTakeFirstOrThrow()

test('the link of a course answers exactly the own file, and so does the e-mail', async () => {
  const pdf = await createPdf('Our own curriculum')
  await givenCurriculum(pdf)
  const path = await getLink()
  const { response, body } = await getFile(path)
  expect(body).toEqual(pdf)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(pdf.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': 'inline; filename="curriculum-VFX.pdf"',
    'x-content-type-options': 'nosniff',
  })
  expect((await getFile('/curriculum/vfx.pdf')).body).toEqual(pdf)

  const { text, attachments } = await ask()
  expect(text).toContain(path)
  expect(attachments).toMatchObject([{ filename: 'curriculum-VFX.pdf', content_type: 'application/pdf' }])
  expect(attachments[0]!.content).toEqual(pdf)
})

test('another file gets another link; without one, the link answers the drawing again', async () => {
  await givenCurriculum(null)
  const drawn = await getLink()
  await givenCurriculum(await createPdf('First'))
  const first = await getLink()
  const second = await createPdf('Second')
  await givenCurriculum(second)
  expect(new Set([drawn, first, await getLink()]).size).toBe(3)
  const outdated = await getFile(first)
  expect(outdated.body).toEqual(second)
  expect(outdated.response.headers.get('cache-control')).toBe('public, max-age=3600')

  await givenCurriculum(null)
  expect(await getLink()).toBe(drawn)
  for (const path of [drawn, first]) expect((await readPdf((await getFile(path)).body)).text).toContain('Curriculum')
  const { attachments } = await ask()
  expect((await readPdf(attachments[0]!.content)).text).toContain('Curriculum')
})

test('a file that the course names is never deleted; one that is lost from the store is drawn instead, cached for an hour', async () => {
  await givenCurriculum(await createPdf('Ours'))
  const { id } = await getAsset()
  await collectAssets({ ...world, clock: () => new Date(Date.now() + 400 * 86_400_000) })
  expect(await world.db.transaction().execute((tx) => deleteAsset(world, tx, id))).toMatchObject({
    refusal: { code: 'ASSET_IN_USE' },
  })
  expect(await getAsset()).toMatchObject({ state: 'ready' })
  await world.blobs.delete(originalKey(id))
  const { response, body } = await getFile(await getLink())
  expect((await readPdf(body)).text).toContain('Curriculum')
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
})

test('a file of more than 5 MB is only linked, and a HEAD opens no file', async () => {
  const pdf = Buffer.concat([await createPdf('Large'), Buffer.alloc(6 * MEGABYTE, '\n')])
  await givenCurriculum(pdf)
  const path = await getLink()
  const { text, attachments } = await ask()
  expect(attachments).toEqual([])
  expect(text).toContain(`You can find it at`)
  expect(text).toContain(path)
  expect(text).not.toContain('attached')
  const head = await fetch(url + path, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(pdf.length))
  expect(opened).toEqual([])
  expect((await getFile(path)).body.equals(pdf)).toBe(true)
  expect(opened).toHaveLength(1)
})
