import { describe, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { CHAT_PAGES } from '#domain/site-addresses.ts'
import { pagePolicy } from './page-policy.ts'

const bare = readConfig({})
const full = readConfig({
  TAG_MANAGER_URL: 'https://tags.test/gtm.js?id=1',
  AFFILIATE_SCRIPT_URL: 'https://friends.test/a.js',
  AFFILIATE_ANSWER: 'Friends.referral',
  THIRD_PARTY_ORIGINS: 'https://collect.test',
  CHATWOOT_URL: 'https://chat.test/',
  CHATWOOT_TOKEN: 'abc',
})
const csp = (config: typeof bare, path: string, nonce: string | null = null) =>
  pagePolicy(config, nonce, path)['content-security-policy']!

const PRIVATE = [
  ...['/login', '/checkout/NG', '/order/1', '/portal', '/portal/inbox', '/forget-password', '/reset-password'],
  ...[
    '/set-password',
    '/verify-email',
    '/social/google/start',
    '/support',
    '/confirm-log-in',
    '/sandbox/bank',
    '/dev/mail',
  ],
]

test('what is not configured is in no policy', () => {
  for (const path of ['/', '/faq', '/nina-reyes', ...PRIVATE]) {
    expect(csp(bare, path)).toContain("script-src 'self';")
    expect(csp(bare, path)).toContain("style-src 'self';")
    expect(csp(bare, path)).not.toMatch(/\.test/)
  }
})

test('every page refuses text as script or HTML; only those that may load scripts of others allow their policies', () => {
  for (const config of [bare, full])
    for (const path of ['/', '/faq', '/nina-reyes', ...PRIVATE])
      expect(csp(config, path)).toContain("require-trusted-types-for 'script'; trusted-types ")
  for (const path of ['/', '/nina-reyes']) {
    expect(csp(bare, path)).toMatch(/trusted-types catalogue$/)
    expect(csp(full, path)).toMatch(/trusted-types \* 'allow-duplicates'$/)
  }
  for (const path of PRIVATE) expect(csp(full, path)).toMatch(/trusted-types catalogue$/)
  const withStripe = readConfig({
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  })
  expect(csp(withStripe, '/checkout/NG')).toMatch(/trusted-types \* 'allow-duplicates'$/)
  expect(csp(withStripe, '/order/1')).toMatch(/trusted-types catalogue$/)
})

describe('what is configured', () => {
  test('may load on public pages, and there alone', () => {
    for (const path of ['/', '/nina-reyes', '/gift-card', '/nobody'])
      expect(csp(full, path)).toContain(
        "script-src 'self' https://tags.test https://friends.test https://collect.test;",
      )
  })

  test.each(PRIVATE)('never on %s, however it is written, nor on a page that is an app', (path) => {
    for (const written of [path, path.toUpperCase(), `${path}/`]) {
      expect(csp(full, written)).not.toMatch(/\.test/)
      expect(pagePolicy(full, null, written)['referrer-policy']).toBe('no-referrer')
    }
    expect(csp(full, '/faq', 'n0nce')).not.toMatch(/\.test/)
  })

  test('a chat of others is allowed on its ten pages, with the inline styles it needs, and nowhere else', () => {
    for (const page of CHAT_PAGES) {
      expect(csp(full, `/${page}`)).toMatch(/script-src [^;]*https:\/\/chat\.test;/)
      expect(csp(full, `/${page}`)).toMatch(/connect-src [^;]*wss:\/\/chat\.test;/)
      expect(csp(full, `/${page}`)).toContain("style-src 'self' 'unsafe-inline';")
    }
    for (const path of ['/', '/nina-reyes', '/gift-card', '/faq/more', ...PRIVATE]) {
      expect(csp(full, path)).not.toContain('chat.test')
      expect(csp(full, path)).toContain("style-src 'self';")
    }
  })
})
