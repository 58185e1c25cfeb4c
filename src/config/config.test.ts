import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { describeSettings, readConfig, SERVICES } from './config.ts'

const production = {
  MODE: 'production',
  PUBLIC_URL: 'https://school.test',
  DATA_DIR: '/srv/school',
  TRUSTED_PROXIES: '127.0.0.1',
  SMTP_URL: 'smtps://mail.school.test',
}

describe('readConfig', () => {
  test('without settings, the result is a demo that only this machine reaches', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataDir: './data',
      databaseUrl: null,
    })
    expect(config.serve).toEqual(SERVICES)
  })

  test('an empty value counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null })
  })

  test('the invoice seller is a list of lines, with any line ends, and is not set by default', () => {
    const expected = { invoiceSellerSetting: ['North Lane Studio', '4 North Lane'] }
    expect(readConfig({ INVOICE_SELLER: 'North Lane Studio\\n4 North Lane' })).toMatchObject(expected)
    expect(readConfig({ INVOICE_SELLER: ' North Lane Studio \r\n\n4 North Lane\n' })).toMatchObject(expected)
    expect(readConfig({ INVOICE_SELLER: ' ' }).invoiceSellerSetting).toBeNull()
  })

  test('taxes are countries with a name and a rate in thousandths of a percent, and off by default', () => {
    expect(readConfig({}).taxRates).toEqual([])
    expect(readConfig({ TAX_RATES: 'DE=VAT 19, CH=MwSt. 8.1,US=Sales tax 8.875' }).taxRates).toEqual([
      { countryCode: 'DE', name: 'VAT', rate: 19_000 },
      { countryCode: 'CH', name: 'MwSt.', rate: 8_100 },
      { countryCode: 'US', name: 'Sales tax', rate: 8_875 },
    ])
  })

  test.each([
    ['DE=19', 'TAX_RATES must be a comma list such as DE=VAT 19,FR=VAT 20, and has “DE=19”.'],
    ['DE=VAT 19,', 'TAX_RATES must be a comma list such as DE=VAT 19,FR=VAT 20, and has “”.'],
    ['DE=VAT 1.2345', 'TAX_RATES must be a comma list such as DE=VAT 19,FR=VAT 20, and has “DE=VAT 1.2345”.'],
    ['XX=VAT 19', 'TAX_RATES must have countries that exist, and has XX.'],
    ['DE=VAT 19,DE=VAT 7', 'TAX_RATES must have each country once, and has DE twice.'],
    ['DE=VAT 0', 'TAX_RATES must have rates from 0.001 to 100 %, and has another one for DE.'],
    ['DE=VAT 100.001', 'TAX_RATES must have rates from 0.001 to 100 %, and has another one for DE.'],
  ])('the tax setting %s stops the start with one sentence', (text, fault) => {
    expect(() => readConfig({ TAX_RATES: text })).toThrow(fault)
  })

  test('the API hosts default to the site', () => {
    const config = readConfig({ PORT: '4000', LOGIN_API_URL: 'http://login.localhost:4001' })
    expect(config).toMatchObject({ loginApiUrl: 'http://login.localhost:4001', paymentApiUrl: 'http://localhost:4000' })
  })

  test.each([
    ['127.0.0.1', 'http://localhost:3000'],
    ['localhost', 'http://localhost:3000'],
    ['::1', 'http://localhost:3000'],
    ['127.0.0.2', 'http://127.0.0.2:3000'],
  ])('on %s alone the site is found at %s', (LISTEN_ADDRESS, publicUrl) => {
    expect(readConfig({ LISTEN_ADDRESS }).publicUrl).toBe(publicUrl)
  })

  test.each([
    ['0.0.0.0', 'http://localhost:3000'],
    ['192.0.2.7', 'http://192.0.2.7:3000'],
    ['2001:db8::7', 'http://[2001:db8::7]:3000'],
  ])('a public demo on %s is found at %s', (LISTEN_ADDRESS, publicUrl) => {
    expect(readConfig({ LISTEN_ADDRESS, DEMO_PUBLIC: '1' }).publicUrl).toBe(publicUrl)
  })

  test('group discount tiers rise, up to 20 %', () => {
    const parseTiers = (text: string) => readConfig({ GROUP_DISCOUNTS: text }).groupTiers
    expect(readConfig({}).groupTiers.map(({ percentOff }) => percentOff)).toEqual([10, 15, 20])
    expect(parseTiers('1:5, 9:20')).toEqual([
      { minFriends: 1, percentOff: 5 },
      { minFriends: 9, percentOff: 20 },
    ])
    for (const text of ['2:21', '2:10,2:15', '3:15,2:20', '2:10,3:10', '0:5', '10:5', '2', 'two:ten', '2:10;3:15'])
      expect(() => parseTiers(text), text).toThrow('GROUP_DISCOUNTS must be a rising comma list')
  })

  test('a process can run a subset of the services', () => {
    expect(readConfig({ SERVE: 'login, payment' }).serve).toEqual(['login', 'payment'])
  })

  test('trusted proxies are listed as addresses or networks', () => {
    expect(readConfig({}).trustedProxies).toEqual([])
    expect(readConfig({ TRUSTED_PROXIES: '127.0.0.1, 2001:db8::/32' }).trustedProxies).toEqual([
      '127.0.0.1',
      '2001:db8::/32',
    ])
  })

  test('production mail is sent from the site’s domain unless set', () => {
    expect(readConfig(production)).toMatchObject({
      mailFrom: 'no-reply@school.test',
      supportAddressSetting: null,
    })
  })
})

test.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])('%s is this machine itself', (LISTEN_ADDRESS) => {
  expect(readConfig({ LISTEN_ADDRESS }).host).toBe(LISTEN_ADDRESS)
})

test('a demo can be public if requested', () => {
  expect(readConfig({ LISTEN_ADDRESS: '0.0.0.0', DEMO_PUBLIC: '1' }).demoPublic).toBe(true)
})

test.each(['http://localhost:8080', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://demo.localhost'])(
  'a demo may be found at %s, which only this machine reaches',
  (PUBLIC_URL) => {
    expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL)
  },
)

test('a public demo uses its configured address', () => {
  const PUBLIC_URL = 'https://demo.school.test'
  expect(readConfig({ PUBLIC_URL, DEMO_PUBLIC: '1' })).toMatchObject({ publicUrl: PUBLIC_URL, demoPublic: true })
})

test('a production server declares that it has no proxy, or listens on all addresses', () => {
  expect(readConfig({ ...production, TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([])
  expect(readConfig({ ...production, TRUSTED_PROXIES: '', LISTEN_ADDRESS: '0.0.0.0' }).trustedProxies).toEqual([])
  expect(readConfig({ ...production, TRUSTED_PROXIES: '', SERVE: 'worker' }).serve).toEqual(['worker'])
})

test('production without a mail server must say so; only a worker needs one', () => {
  expect(readConfig({ ...production, SMTP_URL: '', MAIL_DELIVERY: 'none' }).smtpUrl).toBeNull()
  expect(readConfig({ ...production, SMTP_URL: '', SERVE: 'site,login' }).smtpUrl).toBeNull()
})

test('a demo and development use separate data folders', () => {
  expect(readConfig({}).dataDir).toBe('./data')
  expect(readConfig({ MODE: 'development' }).dataDir).toBe('./data-development')
})

test('every setting has a description', () => {
  for (const { name, description } of describeSettings()) expect(description, name).toMatch(/^.{10,}\.$/)
})

describe('social log-in', () => {
  test('a provider is configured only with all of its settings, and has default URLs', () => {
    expect(readConfig({}).identity).toEqual({ google: null, apple: null, facebook: null })
    expect(readConfig({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }).identity.google).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
      issuerUrl: 'https://accounts.google.com',
    })
  })

  test('Apple’s key is accepted as a file’s text and as one line', () => {
    const apple = { APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 'team', APPLE_KEY_ID: 'key' }
    for (const text of [P256, P256.replaceAll('\n', '\\n')])
      expect(readConfig({ ...apple, APPLE_PRIVATE_KEY: text }).identity.apple?.privateKey).toBe(P256.trim())
  })

  test.each([
    [{ GOOGLE_CLIENT_ID: 'id' }, 'Log-in with Google needs GOOGLE_CLIENT_SECRET too.'],
    [{ FACEBOOK_APP_SECRET: 'secret' }, 'Log-in with Facebook needs FACEBOOK_APP_ID too.'],
    [
      { APPLE_TEAM_ID: 'team', APPLE_KEY_ID: 'key' },
      'Log-in with Apple needs APPLE_CLIENT_ID and APPLE_PRIVATE_KEY too.',
    ],
    [{ APPLE_PRIVATE_KEY: 'x' }, 'APPLE_PRIVATE_KEY must be the text of the .p8 file that Apple gives.'],
    [{ GOOGLE_ISSUER_URL: 'accounts' }, 'GOOGLE_ISSUER_URL must be an address that begins with http:// or https://.'],
    [{ ...production, APPLE_BASE_URL: 'http://a.test' }, 'APPLE_BASE_URL must begin with https:// in production.'],
  ])('%j does not start', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })
})

describe('cards by Stripe', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }

  test('Stripe is configured only with its keys, and its webhook only with its secret', () => {
    expect(readConfig({}).stripe).toBeNull()
    expect(readConfig(keys).stripe).toEqual({
      secretKey: 'sk_test_x',
      publishableKey: 'pk_test_x',
      webhookSecret: null,
      apiUrl: 'https://api.stripe.com',
      isTest: true,
    })
    expect(readConfig({ ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_x' }).stripe).toMatchObject({ webhookSecret: 'whsec_x' })
  })

  test.each([
    [{ STRIPE_SECRET_KEY: 'sk_test_x' }, 'Cards by Stripe need STRIPE_PUBLISHABLE_KEY too.'],
    [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }, 'Cards by Stripe need STRIPE_SECRET_KEY too.'],
    [{ ...keys, STRIPE_SECRET_KEY: 'pk_test_x' }, 'STRIPE_SECRET_KEY must begin with sk_live_'],
    [{ ...keys, STRIPE_WEBHOOK_SECRET: 'x' }, 'STRIPE_WEBHOOK_SECRET must begin with whsec_.'],
    [{ ...keys, STRIPE_API_URL: 'https://api.stripe.com/v1' }, 'STRIPE_API_URL must have no path.'],
    [
      { ...production, ...keys, STRIPE_SECRET_KEY: 'sk_live_x' },
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of the same mode, test or live.',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' },
      'STRIPE_SECRET_KEY must be a test key outside production.',
    ],
    [
      { ...production, ...keys, STRIPE_API_URL: 'http://a.test' },
      'STRIPE_API_URL must begin with https:// in production.',
    ],
  ])('%j does not start', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })
})

const P256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
