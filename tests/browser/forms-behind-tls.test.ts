/** Production as it is run: https in front, http behind. Every form that is sent without scripts arrives. */
import { request } from 'node:https'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { money } from '#domain/money.ts'
import { demoSeats } from '#features/catalog/demo-seats.ts'
import { importContent } from '#features/catalog/import.ts'
import { giveSeat } from '#features/checkout/complimentary.ts'
import { issueGiftCard } from '#features/gift-cards/issue.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { openTool } from '../../tools/open-tool.ts'
import { formsOf, type SentForm } from '../markup.ts'
import { type RunningServer, startServer } from '../server.ts'
import { openTlsProxy, type TlsProxy } from '../tls-proxy.ts'

const GIFT_CODE = 'GIFT-7K2M-7K2M-7K2M-7K2M'
/** What somebody types, by the name of the field. */
const TYPED = {
  email: 'ivy.tan@understudy.test',
  name: 'Ivy Tan',
  message: 'When is the next cohort?',
  password: 'three blind mice run',
  code: GIFT_CODE,
}

let proxy: TlsProxy
let server: RunningServer
beforeAll(async () => {
  proxy = await openTlsProxy()
  const settings = { MODE: 'production', PUBLIC_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1,::1', MAIL: 'none' }
  server = await startServer(settings)
  proxy.forwardTo(server.url)
  const tool = await openTool(readConfig({ ...settings, DATA_DIR: server.dataDir }))
  expect(await importContent(tool, 'content', tool.clock())).toMatchObject({ ok: true })
  for (const { courseCode, taken } of await demoSeats(tool, 'content'))
    for (let seat = 1; seat <= taken; seat++)
      await giveSeat(tool, courseCode, {
        email: `${seat}.${courseCode}@school.test`.toLowerCase(),
        name: 'Guest',
        timezoneId: 'UTC',
      })
  await transact(tool.db, (tx) => issueGiftCard(tool, tx, money(100_00, 'USD'), GIFT_CODE))
  await tool.close()
}, 180_000)
afterAll(async () => {
  await proxy?.close()
  await server?.dispose()
})

type Answer = { status: number; location: string | undefined; text: string }

function ask(path: string, sent?: { origin: string; body: URLSearchParams }): Promise<Answer> {
  const headers = sent && { origin: sent.origin, 'content-type': 'application/x-www-form-urlencoded' }
  const options = { ca: proxy.certificate, method: sent ? 'POST' : 'GET', ...(headers && { headers }) }
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, proxy.url), options, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      const { statusCode: status = 0, headers: told } = answer
      resolve({ status, location: told.location, text: Buffer.concat(parts).toString() })
    })
    call.on('error', reject)
    call.end(sent?.body.toString())
  })
}

/** The forms of a page that a browser without scripts can send: `ask` or the field tells them apart. */
async function findForms(path: string): Promise<Map<string, SentForm>> {
  const forms = formsOf((await ask(path)).text).filter(({ method }) => method === 'post')
  return new Map(forms.map((form) => [form.fields.ask || form.action, form]))
}

function send(form: SentForm, origin = proxy.url): Promise<Answer> {
  const typed = Object.entries(form.fields).map(([name, value]) => [
    name,
    value || TYPED[name as keyof typeof TYPED] || '',
  ])
  return ask(form.action.split('#', 1)[0]!, { origin, body: new URLSearchParams(typed) })
}

const FORMS = [
  ['/', 'reminder', 200, 'You hear from us'],
  ['/mo-tikaram', 'waitlist', 200, 'You’re on the waitlist.'],
  ['/vera-falk', 'coming-soon', 200, 'You hear from us when the dates are set.'],
  ['/ines-duarte', 'reminder', 200, 'You hear from us when there is a next date.'],
  ['/nina-reyes', 'curriculum', 200, 'We’ve noted your request.'],
  ['/course/photography', 'enrol', 303, '/checkout/'],
  ['/mobile-content-creator', 'enrol', 303, '/checkout/'],
  ['/_ph/mo-tikaram', 'waitlist', 200, 'You’re on the waitlist.'],
  ['/faq', '/faq#chat-widget', 200, 'Thank you. The answer comes by mail.'],
  ['/gift-card', '/gift-card#balance', 200, '100.00'],
  ['/nina-reyes', '/portal', 303, '/portal'],
  ['/login', '/portal', 303, '/portal'],
  ['/sign-up', '/portal', 303, '/portal'],
  ['/forget-password', '/portal', 303, '/portal'],
] as const

test.each(FORMS)(
  '%s: the form %s is taken, and the same form of another site is not',
  async (path, name, status, told) => {
    const forms = await findForms(path)
    const form = forms.get(name)
    expect(form, `${path} has ${[...forms.keys()].join(', ')}`).toBeDefined()
    const answer = await send(form!)
    expect(answer.status).toBe(status)
    expect(status === 303 ? answer.location : answer.text).toContain(told)
    if (name !== '/portal') expect((await send(form!, 'https://evil.test')).status).toBe(400)
  },
)
