/** A running site whose courses and rates change. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { readConfig } from '#config/config.ts'
import { createToolDeps } from '../../tools/tool-deps.ts'
import { listElements, structuredData } from '../support/markup.ts'
import { createServerDb, type RunningServer, startServer } from '../world/server.ts'

let server: RunningServer
let database: Awaited<ReturnType<typeof createServerDb>>
beforeAll(async () => {
  server = await startServer()
  database = await createServerDb(server)
})
afterAll(async () => {
  await database?.close()
  await server?.dispose()
})

const readPage = async (path: string) => (await fetch(server.url + path)).text()

test('a title that would close the script element stays text, and adds no script', async () => {
  const title = '</script><script>document.title="taken"</script>&lt;!-- ’ \u2028'
  await sql`update course set title = ${title} where course_code = 'VFX'`.execute(database.db)
  await expect.poll(() => readPage('/vera-falk')).toContain('u003c/script')
  const html = await readPage('/vera-falk')
  expect(listElements(html, 'title')[0]?.text).toContain(title)
  expect(structuredData(html)[2]).toMatchObject({ itemListElement: [{}, { name: title }] })
  expect(
    listElements(html, 'script')
      .map(({ attributes }) => attributes.type)
      .sort(),
  ).toEqual(['application/ld+json', 'application/ld+json', 'application/ld+json', 'module'])
})

test('without a rate the prices are in dollars at once, and the page says so', async () => {
  await readPage('/_ph/nina-reyes')
  await sql`delete from exchange_rate where currency = 'PHP'`.execute(database.db)
  await expect.poll(() => readPage('/_ph/nina-reyes')).toContain('We have no peso rate today')
  const currencies = listElements(await readPage('/_ph/nina-reyes'), 'span').map(
    ({ attributes }) => attributes['data-currency'],
  )
  expect([...new Set(currencies.filter(Boolean))]).toEqual(['USD'])
})

test('an address that a course gave up leads to its page in one step, with the query, in each market', async () => {
  const lead = async (path: string) => {
    const answer = await fetch(server.url + path, { redirect: 'manual' })
    return [answer.status, answer.headers.get('location')]
  }
  const folder = await mkdtemp(join(tmpdir(), 'understudy-moved-'))
  await cp('content', folder, { recursive: true })
  const file = join(folder, 'courses/ng.yaml')
  const text = await readFile(file, 'utf8')
  const tool = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: server.dataDir }))
  const moveTo = async (path: string) => {
    await writeFile(file, text.replace('/nina-reyes ]', `${path} ]`))
    expect(await importContent(tool, folder, new Date())).toMatchObject({ ok: true })
  }
  await readPage('/nina-reyes')
  await moveTo('/nina-films')
  await expect.poll(() => lead('/nina-reyes?promo=TAKE20')).toEqual([301, '/nina-films?promo=TAKE20'])
  await moveTo('/nina-reyes/films')
  await expect.poll(() => lead('/Nina-Films/')).toEqual([301, '/nina-reyes/films'])
  expect(await lead('/nina-reyes')).toEqual([301, '/nina-reyes/films'])
  expect(await lead('/_ph/nina-films?utm_source=x')).toEqual([301, '/_ph/nina-reyes/films?utm_source=x'])
  expect(await lead('/_ph/nina-reyes/films')).toEqual([200, null])
  await moveTo('/nina-reyes')
  await expect.poll(() => lead('/nina-reyes')).toEqual([200, null])
  await tool.close()
  await rm(folder, { recursive: true })
})
