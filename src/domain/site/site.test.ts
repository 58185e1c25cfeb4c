import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_SITE_SETTINGS, resolveSite, SITE_LENGTHS, SITE_SETTINGS, type SiteEnvironment } from './site.ts'

const environment: SiteEnvironment = {
  isDemo: false,
  publicUrl: 'https://learn.mill.test:8443',
  supportAddress: null,
  sellerLines: null,
  issuerName: null,
  countryCode: null,
}
const DEMO_WORDS = /understudy|learn the part|make the thing/i

const optionalText = fc.option(fc.string({ minLength: 1, maxLength: 40 }))
const settings = fc.record({
  name: optionalText,
  headline: optionalText,
  lead: optionalText,
  footerLine: optionalText,
  supportAddress: optionalText,
  sellerName: optionalText,
  sellerAddress: optionalText,
  sellerTaxId: optionalText,
  timezoneId: fc.option(fc.constantFrom('Europe/London', 'Asia/Manila')),
  countryCode: fc.option(fc.constantFrom('GB', 'PH')),
  refundPolicy: fc.option(fc.constantFrom('flexible', 'standard', 'final')),
})
const environments = fc.record({
  isDemo: fc.boolean(),
  publicUrl: fc.constant('https://mill.test'),
  supportAddress: optionalText,
  sellerLines: fc.option(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 })),
  issuerName: optionalText,
  countryCode: fc.option(fc.constantFrom('DE', 'FR')),
})

describe('without settings', () => {
  test('a demo has the words of the demo', () => {
    expect(resolveSite(NO_SITE_SETTINGS, { ...environment, isDemo: true })).toMatchObject({
      name: 'Understudy',
      headline: 'Learn the part. Then go on.',
      supportAddress: 'support@understudy.test',
    })
  })

  test('production is named by its host, and has no word of the demo', () => {
    const site = resolveSite(NO_SITE_SETTINGS, environment)
    expect(site).toEqual({
      name: 'learn.mill.test:8443',
      headline: 'Courses by learn.mill.test:8443',
      lead: 'Live and on-demand courses. Choose one, and enrol online.',
      footerLine: '',
      supportAddress: 'support@learn.mill.test',
      sellerLines: ['learn.mill.test:8443', 'https://learn.mill.test:8443'],
      issuerName: 'learn.mill.test:8443',
      mailMark: null,
      mark: null,
      timezoneId: null,
      countryCode: 'US',
      refundPolicy: 'standard',
    })
    expect(JSON.stringify(site)).not.toMatch(DEMO_WORDS)
  })
})

test('a variable wins over a setting, and a setting over the default', () => {
  fc.assert(
    fc.property(settings, environments, (typed, given) => {
      const site = resolveSite(typed, given)
      const fallback = resolveSite(NO_SITE_SETTINGS, given)
      expect(site.name).toBe(typed.name ?? fallback.name)
      expect(site.lead).toBe(typed.lead ?? fallback.lead)
      expect(site.footerLine).toBe(typed.footerLine ?? fallback.footerLine)
      expect(site.supportAddress).toBe(given.supportAddress ?? typed.supportAddress ?? fallback.supportAddress)
      expect(site.issuerName).toBe(given.issuerName ?? given.sellerLines?.[0] ?? typed.sellerName ?? site.name)
      if (given.sellerLines) expect(site.sellerLines).toEqual(given.sellerLines)
      else expect(site.sellerLines[0]).toBe(typed.sellerName ?? site.name)
      expect(site.timezoneId).toBe(typed.timezoneId)
      expect(site.countryCode).toBe(given.countryCode ?? typed.countryCode ?? 'US')
      expect(site.refundPolicy).toBe(typed.refundPolicy ?? 'standard')
    }),
  )
})

test('the country is below a typed postal address, and above the tax number', () => {
  const address = { ...NO_SITE_SETTINGS, sellerAddress: '1 Mill Lane\nLeeds', countryCode: 'GB', sellerTaxId: 'GB 1' }
  expect(resolveSite({ ...address, name: 'Mill' }, environment).sellerLines).toEqual([
    'Mill',
    '1 Mill Lane',
    'Leeds',
    'United Kingdom',
    'GB 1',
  ])
})

test('no setting and no host makes a name that is too long', () => {
  const site = resolveSite(NO_SITE_SETTINGS, { ...environment, publicUrl: `https://${'a'.repeat(63)}.test` })
  expect(site.name.length).toBeLessThanOrEqual(SITE_LENGTHS.name)
  expect(SITE_SETTINGS).toEqual(Object.keys(NO_SITE_SETTINGS))
})
