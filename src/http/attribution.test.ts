import { expect, test } from 'vitest'
import { getAttribution, saveAttribution } from './attribution.ts'
import { getReferral } from './referral-code.ts'

function createStorage() {
  const all = new Map<string, string>()
  return {
    all,
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
}

test('the first touch stays, both are sent, and a URL without attribution changes neither', () => {
  const session = createStorage()
  saveAttribution(session, '')
  expect(getAttribution(session)).toEqual({})
  saveAttribution(session, '?utm_source=post&gclid=1')
  saveAttribution(session, '?login=1')
  saveAttribution(session, '?utm_source=mail')
  expect(getAttribution(session)).toEqual({
    attribution: { source: 'mail' },
    firstTouch: { clickid: '1', source: 'post' },
  })
})

test('a friend’s code stays when a later URL has something else in its place', () => {
  const session = createStorage()
  saveAttribution(session, '?ref=ABCD2345')
  saveAttribution(session, '?ref=newsletter')
  expect(getReferral(session)).toEqual({ referralCode: 'ABCD2345' })
})

test.each(['', 'null', '{', '[]', '{"first":1}'])('invalid stored text counts as no attribution: %j', (text) => {
  const session = createStorage()
  session.all.set('attribution', text)
  expect(getAttribution(session)).toEqual({})
})
