import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ATTRIBUTION_FIELDS, readAttribution } from './attribution.ts'

const read = (query: string) => readAttribution(new URLSearchParams(query))

test.each([
  ['', null],
  ['code=NG&login=1', null],
  ['source=&utm_source=%20', null],
  ['gclid=g1', { clickid: 'g1' }],
  ['fbclid=f1&gclid=g1&clickid=c1', { clickid: 'c1' }],
  ['ttclid=t1', { clickid: 't1' }],
  ['msclkid=m1', { clickid: 'm1' }],
  ['utm_source=post&utm_medium=social&utm_campaign=spring', { source: 'post', medium: 'social', campaign: 'spring' }],
  ['source=own&utm_source=other', { source: 'own' }],
  [
    'campaignid=1&creativeid=2&adgroupid=3&adgroupname=4&adid=5&adname=6',
    { campaignid: '1', creativeid: '2', adgroupid: '3', adgroupname: '4', adid: '5', adname: '6' },
  ],
])('the query %j is read as %j', (query, expected) => expect(read(query)).toEqual(expected))

test('for any query, each field is short text without control characters, and there are no other fields', () => {
  const name = fc.oneof(fc.constantFrom(...ATTRIBUTION_FIELDS, 'gclid', 'utm_source', '__proto__'), fc.string())
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'binary', maxLength: 700 }))), (pairs) => {
      for (const [field, text] of Object.entries(readAttribution(new URLSearchParams(pairs)) ?? {})) {
        expect(ATTRIBUTION_FIELDS).toContain(field)
        expect([...text].length).toBeLessThanOrEqual(300)
        expect(text.isWellFormed() && !/\p{Cc}/u.test(text) && text !== '').toBe(true)
      }
    }),
  )
})
