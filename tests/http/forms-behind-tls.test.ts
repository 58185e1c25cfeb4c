/** Production as it is run: https in front, http behind. Every form that is sent without scripts arrives. */
import { request } from 'node:https'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemoSeats } from '#catalogue/catalog/files/demo-seats.ts'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { money } from '#domain/money/money.ts'
import { transact } from '#platform/db/transaction.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { issueGiftCard } from '#sell/gift-cards/issue-gift-card.ts'
import { listForms, type SentForm } from '../support/markup.ts'
import type { TlsProxy } from '../support/tls-proxy.ts'
import { startProductionServer } from '../world/production-server.ts'
import type { RunningServer } from '../world/server.ts'

const GIFT_CODE = 'GIFT-7K2M-7K2M-7K2M-7K2M'
/** The typed values by field name. */
const INPUT = {
  email: 'ivy.tan@understudy.test',
  name: 'Ivy Tan',
  message: 'When is the next cohort?',
  password: 'three blind mice run',
  code: GIFT_CODE,
}

let proxy: TlsProxy
let server: RunningServer
beforeAll(async () => {
  const started = await startProductionServer()
  ;({ proxy, server } = started)
  const { tool } = started
  expect(await importContent(tool, 'content', tool.clock())).toMatchObject({ ok: true })
  for (const { cohortCode, taken } of await loadDemoSeats(tool, 'content'))
    for (let seat = 1; seat <= taken; seat++)
      await giveSeat(tool, cohortCode, {
        email: `${seat}.${cohortCode}@school.test`.toLowerCase(),
        name: 'Guest',
        timezoneId: 'UTC',
      })
  await transact(tool.db, (tx) => issueGiftCard(tool, tx, money(100_00, 'USD'), GIFT_CODE))
  await tool.close()
})
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
      const { statusCode: status = 0, headers } = answer
      resolve({ status, location: headers.location, text: Buffer.concat(parts).toString() })
    })
    call.on('error', reject)
    call.end(sent?.body.toString())
  })
}

/** The forms of a page that a browser without scripts can send: `ask` or the field tells them apart. */
async function findForms(path: string): Promise<Map<string, SentForm>> {
  const forms = listForms((await ask(path)).text).filter(({ method }) => method === 'post')
  return new Map(forms.map((form) => [form.fields.ask || form.action, form]))
}

function send(form: SentForm, origin = proxy.url): Promise<Answer> {
  const entries = Object.entries(form.fields).map(([name, value]) => [
    name,
    value || INPUT[name as keyof typeof INPUT] || '',
  ])
  return ask(form.action.split('#', 1)[0]!, { origin, body: new URLSearchParams(entries) })
}

const FORMS = [
  ['/', 'reminder', 200, 'Thanks. Open the link in our e-mail to confirm your address.'],
  ['/mo-tikaram', 'waitlist', 200, 'Almost done: open the link in our e-mail'],
  ['/vera-falk', 'coming-soon', 200, 'Thanks. Open the link in our e-mail to confirm your address.'],
  ['/ines-duarte', 'reminder', 200, 'Thanks. Open the link in our e-mail to confirm your address.'],
  ['/nina-reyes', 'curriculum', 200, 'The curriculum is on its way to your e-mail.'],
  ['/course/photography', 'enrol', 303, '/checkout/'],
  ['/mobile-content-creator', 'enrol', 303, '/checkout/'],
  ['/_ph/mo-tikaram', 'waitlist', 200, 'Almost done: open the link in our e-mail'],
  ['/faq', '/faq#chat-widget', 200, 'Thank you. We’ll answer by e-mail.'],
  ['/gift-card', '/gift-card#balance', 200, '100.00'],
  ['/nina-reyes', '/portal', 303, '/portal'],
  ['/login', '/portal', 303, '/portal'],
  ['/sign-up', '/portal', 303, '/portal'],
  ['/forget-password', '/portal', 303, '/portal'],
] as const

test.each(FORMS)(
  '%s: the form %s is accepted, and the same form from another site is refused',
  async (path, name, status, message) => {
    const forms = await findForms(path)
    const form = forms.get(name)
    expect(form, `${path} has ${[...forms.keys()].join(', ')}`).toBeDefined()
    const answer = await send(form!)
    expect(answer.status).toBe(status)
    expect(status === 303 ? answer.location : answer.text).toContain(message)
    if (status === 200) expect(new URL(form!.action, proxy.url).pathname, 'the visitor stays on the page').toBe(path)
    if (name !== '/portal') expect((await send(form!, 'https://evil.test')).status).toBe(400)
  },
)
