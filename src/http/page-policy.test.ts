import { describe, expect, test } from 'vitest'
import { readConfig } from '#config/config.ts'
import { CHAT_PAGES } from '#domain/site-addresses.ts'
import { SITE_ROUTES } from '#http/site-routes.ts'
import { findDeclaration } from '../../tests/support/declared-routes.ts'
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
const withStripe = readConfig({
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
})
const csp = (config: typeof bare, path: string, nonce: string | null = null) =>
  pagePolicy(config, nonce, findDeclaration(path))['content-security-policy']!

/** A path of every private route, and paths below reserved addresses that no route has. */
const PRIVATE = [
  ...SITE_ROUTES.filter(({ access }) => access !== 'public').map(({ path }) => `/${path.replaceAll(/:\w+/g, 'x')}`),
  ...['/portal/nothing', '/sandbox/bank', '/checkout', '/order'],
]

test('origins that are not configured are in no policy', () => {
  for (const path of ['/', '/faq', '/nina-reyes', ...PRIVATE]) {
    expect(csp(bare, path)).toContain("script-src 'self';")
    expect(csp(bare, path)).toContain("style-src 'self';")
    expect(csp(bare, path)).not.toMatch(/\.test/)
  }
})

test('no page lets its scripts or frames use camera, microphone, screen or place', () => {
  for (const path of ['/', '/faq', '/nina-reyes', ...PRIVATE])
    for (const ability of ['camera', 'microphone', 'display-capture', 'geolocation'])
      expect(pagePolicy(full, null, findDeclaration(path))['permissions-policy'], path).toContain(`${ability}=()`)
})

test('pages that play our media, or lead to one without another document, may load it, and nothing else from other origins', () => {
  const lesson = '/portal/courses/ng/lessons/light'
  expect(csp(full, lesson)).not.toMatch(/\.test/)
  for (const path of [
    lesson,
    '/preview/ng/light',
    '/nina-reyes',
    '/nina-reyes/weekend',
    '/_ph/nina-reyes',
    '/portal',
    '/portal/courses/ng',
    '/login',
    '/set-password',
  ])
    expect(csp(full, path)).toContain("; media-src 'self' blob:;")
  for (const path of ['/', '/creators/nina-reyes', '/faq']) expect(csp(full, path)).not.toContain('media-src')
})

test('only pages that play films may load from the bucket, and only if it sends their segments', () => {
  const bucket = { S3_ENDPOINT: 'https://s3.test', S3_REGION: 'r', S3_BUCKET: 'films', S3_KEY: 'k', S3_SECRET: 's' }
  const lesson = '/portal/courses/ng/lessons/light'
  const inFolder = readConfig({ ...bucket, S3_PATH_STYLE: '1', SEGMENTS: 'bucket' })
  expect(csp(inFolder, lesson)).toContain("; media-src 'self' blob: https://s3.test/films/;")
  expect(csp(inFolder, lesson)).toMatch(/connect-src [^;]* https:\/\/s3\.test\/films\/;/)
  const byHost = readConfig({ ...bucket, SEGMENTS: 'bucket' })
  expect(csp(byHost, '/preview/ng/light')).toContain("; media-src 'self' blob: https://films.s3.test/;")
  expect(csp(byHost, '/nina-reyes')).toContain("; media-src 'self' blob: https://films.s3.test/;")
  for (const path of ['/', '/creators/nina-reyes', '/faq']) expect(csp(byHost, path)).not.toContain('s3.test')
  expect(csp(readConfig(bucket), lesson)).not.toContain('s3.test')
})

test('every page refuses text as script or HTML; only pages with third-party scripts allow other policies', () => {
  for (const config of [bare, full])
    for (const path of ['/', '/faq', '/nina-reyes', ...PRIVATE])
      expect(csp(config, path)).toContain("require-trusted-types-for 'script'; trusted-types ")
  for (const path of ['/', '/nina-reyes']) {
    expect(csp(bare, path)).toMatch(/trusted-types catalogue$/)
    expect(csp(full, path)).toMatch(/trusted-types \* 'allow-duplicates'$/)
  }
  for (const path of PRIVATE) expect(csp(full, path)).toMatch(/trusted-types catalogue$/)
  expect(csp(withStripe, '/checkout/NG')).toMatch(/trusted-types \* 'allow-duplicates'$/)
  expect(csp(withStripe, '/order/1')).toMatch(/trusted-types catalogue$/)
})

test('only the preview of a draft may be framed, and only by our own pages', () => {
  expect(csp(full, '/draft/token')).toContain("frame-ancestors 'self';")
  for (const path of ['/', '/nina-reyes', ...PRIVATE.filter((path) => path !== '/draft/x')])
    expect(csp(full, path), path).toContain("frame-ancestors 'none';")
})

test('Stripe’s origins are allowed on the checkout, and on no other page', () => {
  expect(csp(withStripe, '/checkout/MCOM')).toContain('https://js.stripe.com')
  for (const path of ['/', '/nina-reyes', '/portal', '/login', '/order/x'])
    expect(csp(withStripe, path), path).not.toContain('stripe')
})

describe('configured third-party origins', () => {
  test('may load on public pages only', () => {
    for (const path of ['/', '/nina-reyes', '/gift-card', '/nobody'])
      expect(csp(full, path)).toContain(
        "script-src 'self' https://tags.test https://friends.test https://collect.test;",
      )
  })

  test.each(PRIVATE)('are never allowed on %s, in any spelling, nor on an app page', (path) => {
    for (const written of [path, path.toUpperCase(), `${path}/`]) {
      expect(csp(full, written)).not.toMatch(/\.test/)
      expect(pagePolicy(full, null, findDeclaration(written))).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
    }
    expect(csp(full, '/faq', 'n0nce')).not.toMatch(/\.test/)
  })

  test('a third-party chat is allowed only on its ten pages, with the inline styles it needs', () => {
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
