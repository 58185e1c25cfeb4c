import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listElements } from '../support/markup.ts'
import { type RunningServer, startServer } from '../world/server.ts'

let texts: string
let server: RunningServer
beforeAll(async () => {
  texts = await mkdtemp(join(tmpdir(), 'understudy-texts-'))
  await cp('content/pages', texts, { recursive: true })
  server = await startServer({ PAGES_DIR: texts })
})
afterAll(async () => {
  await server?.dispose()
  await rm(texts, { recursive: true, force: true })
})

test.for([
  ['/nina-reys', 'NG'],
  ['/_ph/mo-tikram', 'MTIKPR'],
  ['/c/small-room-vfx', 'VFX'],
  ['/mika-osei/phone-film-week', 'MCOM2'],
  ['/a/b/c/d', null],
])(
  '%s is no page: a 404 that nobody keeps or lists, with three courses, the likeliest first',
  async ([path, meant]) => {
    const answer = await fetch(server.url + path)
    const html = await answer.text()
    expect([answer.status, answer.headers.get('etag')]).toEqual([404, null])
    expect(listElements(html, 'h1').map(({ text }) => text)).toEqual(['Page not found'])
    const robots = listElements(html, 'meta').find(({ attributes }) => attributes.name === 'robots')
    expect(robots?.attributes.content).toBe('noindex')
    const codes = listElements(html, 'li').flatMap(({ attributes }) => attributes['data-course-code'] ?? [])
    expect(codes).toHaveLength(3)
    if (meant) expect(codes[0]).toBe(meant)
  },
)

test('an unexpected error is one 500 with a request id, no internal details and no chat widget', async () => {
  await writeFile(join(texts, 'impact.md'), '---\ntitle: x\nsecret_path: /srv\n---\n')
  const answer = await fetch(`${server.url}/impact`)
  const html = await answer.text()
  expect(answer.status).toBe(500)
  expect(answer.headers.get('cache-control') ?? '').not.toContain('s-maxage')
  const number = answer.headers.get('x-request-id') ?? ''
  expect(number).toMatch(/^[\w-]{8,}$/)
  expect(listElements(html, 'h1').map(({ text }) => text)).toEqual(['Something went wrong!'])
  expect(listElements(html, 'code').map(({ text }) => text)).toEqual([number])
  expect(html).toContain('support@understudy.test')
  expect(html).not.toMatch(/secret_path|impact\.md|at \w+ \(|\.ts:\d|id="chat-widget"/)
  await expect.poll(() => server.output()).toContain(number)
  await expect.poll(() => server.output()).toContain('secret_path')
  expect((await fetch(`${server.url}/faq`)).status, 'the other pages still work').toBe(200)
})
