import { expect, test } from 'vitest'
import type { Client } from '#http/client.ts'
import type { Profile } from '../wire.ts'
import { requireCurrentPerson, setCurrentPerson } from './current-person.ts'

const learner = { as: 'learner', hasBoth: false } as const

function createBrowser() {
  const tokens: Record<string, string> = { access_token: 'ana' }
  let calls = 0
  const client = {
    async call() {
      calls += 1
      return { data: { name: tokens.access_token }, error: null, errorCode: null, status: 200 }
    },
  } as unknown as Client
  const local = { getItem: (key: string) => tokens[key] ?? null, setItem() {}, removeItem() {} }
  const load = async () => (await requireCurrentPerson(client, { local }, learner)).name
  return { tokens, local, load, getCalls: () => calls }
}

test('the person is loaded once for each token', async () => {
  const browser = createBrowser()
  expect([await browser.load(), await browser.load(), browser.getCalls()]).toEqual(['ana', 'ana', 1])
  browser.tokens.access_token = 'ben'
  expect([await browser.load(), browser.getCalls()]).toEqual(['ben', 2])
})

test('a page that has the person already saves the call', async () => {
  const browser = createBrowser()
  browser.tokens.access_token = 'cat'
  setCurrentPerson(browser, learner, { name: 'Cat' } as Profile)
  expect([await browser.load(), browser.getCalls()]).toEqual(['Cat', 0])
})
