import { expect, test } from 'vitest'
import { attributionOf, keepAttribution } from './attribution.ts'

function tab() {
  const all = new Map<string, string>()
  return {
    all,
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
}

test('the first touch stays, the last is what is sent, and a page that tells nothing changes neither', () => {
  const session = tab()
  keepAttribution(session, '')
  expect(attributionOf(session)).toEqual({})
  keepAttribution(session, '?utm_source=post&gclid=1')
  keepAttribution(session, '?login=1')
  keepAttribution(session, '?utm_source=mail')
  expect(attributionOf(session)).toEqual({ attribution: { source: 'mail' } })
  expect(JSON.parse(session.all.get('attribution')!).first).toEqual({ clickid: '1', source: 'post' })
})

test.each(['', 'null', '{', '[]', '{"first":1}'])('what is not ours in the storage is nothing: %j', (text) => {
  const session = tab()
  session.all.set('attribution', text)
  expect(attributionOf(session)).toEqual({})
})
