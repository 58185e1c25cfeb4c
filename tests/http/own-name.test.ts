/** A school in production: its own name and texts on every page, and none of the demo's words. */
import { globSync, readFileSync } from 'node:fs'
import { request } from 'node:https'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INFORMATION_PAGES } from '#domain/site-addresses.ts'
import { SITE_ROUTES } from '#http/site-routes.ts'
import { listElements, structuredData } from '../support/markup.ts'
import type { TlsProxy } from '../support/tls-proxy.ts'
import { givenDraft, givenMaker, publishNow } from '../world/made-course.ts'
import { type ProductionServer, startProductionServer } from '../world/production-server.ts'
import type { RunningServer } from '../world/server.ts'

let proxy: TlsProxy
let server: RunningServer
let tool: ProductionServer['tool']
let coursePath: string
let courseCode: string
beforeAll(async () => {
  ;({ proxy, server, tool } = await startProductionServer())
  const maker = await givenMaker(tool, 'Hatty Loom')
  courseCode = await givenDraft(tool, maker, 'Weave a scarf')
  await publishNow(tool, maker, courseCode)
  coursePath = (
    await tool.db
      .selectFrom('course_page')
      .select('path')
      .where('course_code', '=', courseCode)
      .executeTakeFirstOrThrow()
  ).path
})
afterAll(async () => {
  await tool?.close()
  await proxy?.close()
  await server?.dispose()
})

type Answer = { status: number; type: string; text: string }

function ask(path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, proxy.url), { ca: proxy.certificate }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      const { statusCode: status = 0, headers } = answer
      resolve({ status, type: headers['content-type'] ?? '', text: Buffer.concat(parts).toString() })
    })
    call.on('error', reject)
    call.end()
  })
}

/** The software's name, the texts of the demo, and the titles and teachers of its courses. */
function readDemoWords(): string[] {
  const courses = globSync('content/courses/*.yaml').map(
    (file) => /^title: "?(.+?)"?$/m.exec(readFileSync(file, 'utf8'))![1]!,
  )
  const teachers = [...readFileSync('content/creators.yaml', 'utf8').matchAll(/^\s*(?:- )?name: "?(.+?)"?$/gm)].map(
    ([, name]) => name!,
  )
  expect(courses.length).toBeGreaterThan(8)
  expect(teachers.length).toBeGreaterThan(5)
  const voice = ['act one', 'small room', 'small company', 'on the bill', 'people who make things', 'a living']
  return [
    ...voice,
    'understudy',
    'learn the part',
    'make the thing',
    'noor',
    'session road',
    ...courses,
    ...teachers,
  ].map((word) => word.toLowerCase())
}

/** An address of each route that has a page. */
function listPaths(): string[] {
  const samples: Record<string, string> = {
    ':offerCode': courseCode,
    ':course': courseCode.toLowerCase(),
    ':orderId': '00000000-0000-4000-8000-000000000000',
    ':sessionId': '00000000-0000-4000-8000-000000000000',
    ':publicId': 'A'.repeat(22),
    ':provider': 'google',
    ':step': 'callback',
    '*': 'nobody/is/here',
  }
  const paths = SITE_ROUTES.filter(({ file }) => file.endsWith('.tsx')).map(
    ({ path }) => `/${path.replace(/:\w+\??|\*/g, (part) => samples[part] ?? 'hatty-loom')}`,
  )
  return [...new Set([...paths, ...INFORMATION_PAGES.map((name) => `/${name}`), coursePath])]
}

const listDemoWords = (text: string) => readDemoWords().filter((word) => text.toLowerCase().includes(word))

test('without settings the site is named by its address, and no page has a word of the demo', async () => {
  const { host } = new URL(proxy.url)
  const { text } = await ask('/')
  expect(listElements(text, 'title')[0]!.text).toBe(`${host}: live and on-demand courses`)
  expect(listElements(text, 'h1')[0]!.text).toBe(`Courses by ${host}`)
  expect(listDemoWords(text)).toEqual([])
  expect(text).not.toContain('Teach at')
})

test('a name that another process saves is on every page at once', async () => {
  await ask('/')
  await ask('/login')
  await tool.db
    .updateTable('site_setting')
    .set((update) => ({
      version: update('version', '+', 1),
      name: 'Mill School',
      headline: 'Make cloth',
      lead: 'Two looms, one barn.',
      footer_line: 'In Leeds since 1990.',
      support_address: 'help@mill.test',
    }))
    .execute()
  await expect.poll(async () => (await ask('/')).text).toContain('Mill School')

  const faults: [string, string[]][] = []
  for (const path of listPaths()) {
    const { status, type, text } = await ask(path)
    if (status >= 300 && status < 400) continue
    if (!type.startsWith('text/html')) faults.push([path, [`${status} ${type}`]])
    const title = listElements(text, 'title')[0]?.text ?? ''
    const words = listDemoWords(text)
    if (!title.includes('Mill School') || words.length > 0 || status >= 500)
      faults.push([path, [`${status}`, title, ...words]])
  }
  expect(faults).toEqual([])
})

test('home page, footer, search engines and shared links have the school’s own words', async () => {
  const { text } = await ask('/')
  expect(listElements(text, 'h1')[0]!.text).toBe('Make cloth')
  const metas = listElements(text, 'meta').map(({ attributes }) => attributes)
  expect(metas).toContainEqual({ name: 'description', content: 'Two looms, one barn.' })
  expect(metas).toContainEqual({ property: 'og:site_name', content: 'Mill School' })
  const footer = /<footer[\s\S]*<\/footer>/.exec(text)![0]
  for (const word of ['Mill School', 'In Leeds since 1990.', 'help@mill.test']) expect(footer).toContain(word)
  const course = structuredData((await ask(coursePath)).text)[0]
  expect(course).toMatchObject({ provider: { '@type': 'Organization', name: 'Mill School' } })
})

test('so do the description of the API, the sitemap, robots.txt and the credentials’ issuer', async () => {
  expect(JSON.parse((await ask('/openapi.json')).text).info.title).toBe('Mill School API')
  expect(JSON.parse((await ask('/credentials/issuer')).text).name).toBe('Mill School')
  for (const path of ['/openapi.json', '/sitemap.xml', '/robots.txt', '/credentials/issuer'])
    expect([path, listDemoWords((await ask(path)).text)]).toEqual([path, []])
})

test('production has no log-ins to try', async () => {
  expect((await ask('/dev/log-ins.json')).status).toBe(404)
  expect((await ask('/')).text).not.toContain('demo-log-ins')
})
