import { describe, expect, test } from 'vitest'
import { describeSettings, describeStartupError, readConfig, StartupError } from './config.ts'

const production = {
  MODE: 'production',
  PUBLIC_URL: 'https://school.test',
  DATA_DIR: '/srv/school',
  TRUSTED_PROXIES: '127.0.0.1',
  SMTP_URL: 'smtps://mail.school.test',
}

describe('wrong settings are refused in one line each', () => {
  test.each([
    [{ MODE: 'prod' }, 'MODE must be demo, development or production.'],
    [{ PORT: 'http' }, 'PORT must be a port number.'],
    [
      { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/64' },
      'TRUSTED_PROXIES must be a comma list of addresses or networks, or none.',
    ],
    [{ ADMIN_SECOND_FACTOR: 'yes' }, 'ADMIN_SECOND_FACTOR must be 0 or 1.'],
    [{ PORT: '70000' }, 'PORT must be a port number.'],
    [{ SERVE: 'site,shop' }, 'SERVE must be a comma list of site, login, payment, static-data, community, worker.'],
    [{ PUBLIC_URL: 'school.test' }, 'PUBLIC_URL must be an address that begins with http:// or https://.'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must be an address that begins with postgres://.'],
    [{ SECRET: 'short' }, 'SECRET must have 32 characters or more.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, silent.'],
    [
      { LISTEN_ADDRESS: '0.0.0.0' },
      'LISTEN_ADDRESS would let other machines in, which the mode demo does only with DEMO_PUBLIC=1.',
    ],
    [
      { LISTEN_ADDRESS: '192.168.1.4', MODE: 'development' },
      'LISTEN_ADDRESS would let other machines in, which the mode development does only with DEMO_PUBLIC=1.',
    ],
    [
      { ...production, PUBLIC_URL: 'http://school.test' },
      'PUBLIC_URL is required in production and must begin with https://.',
    ],
    [{ ...production, DATA_DIR: '' }, 'DATABASE_URL or DATA_DIR is required in production.'],
    [
      { ...production, DATA_DIR: '', BLOB_DIR: '/srv/media', DATABASE_URL: 'postgres://db/x' },
      'SECRET is required in production where there is no DATA_DIR to keep one in.',
    ],
    [
      { ...production, DATA_DIR: '', DATABASE_URL: 'postgres://db/x', SECRET: 'x'.repeat(40) },
      'BLOB_DIR, DATA_DIR or S3_BUCKET is required in production: uploaded files need a place that stays.',
    ],
    [{ ...production, DEMO_PUBLIC: '1' }, 'DEMO_PUBLIC has no place in production.'],
    ...[{}, { MODE: 'development' }].flatMap(
      (mode: { MODE?: string }): [Record<string, string | undefined>, string][] => [
        [
          { ...mode, PUBLIC_URL: 'https://demo.school.test' },
          `PUBLIC_URL would let other machines in, which the mode ${mode.MODE ?? 'demo'} does only with DEMO_PUBLIC=1.`,
        ],
      ],
    ),
    [
      { LOGIN_API_URL: 'https://login.school.test' },
      'LOGIN_API_URL would let other machines in, which the mode demo does only with DEMO_PUBLIC=1.',
    ],
    [
      { ...production, TRUSTED_PROXIES: '' },
      'TRUSTED_PROXIES is required in production where LISTEN_ADDRESS is this machine itself: name the web server in front, such as 127.0.0.1, or say none.',
    ],
    [
      { ...production, SMTP_URL: '' },
      'SMTP_URL is required in production, or MAIL_DELIVERY=none, which sends no mail.',
    ],
    [{ ...production, MAIL_DELIVERY: 'none' }, 'MAIL_DELIVERY=none and SMTP_URL exclude each other.'],
    [{ ...production, MAIL_DELIVERY: 'smtp' }, 'MAIL_DELIVERY must be none, if it is set.'],
    [
      { MAIL_DELIVERY: 'none' },
      'MAIL_DELIVERY=none is for production: a demo without SMTP_URL shows its mails at /dev/mail.',
    ],
  ])('%j', (environment, sentence) => {
    const message = refuse(environment)
    expect(message).toMatch(/^\S.* Now .+\.\ndocs\/settings\.md describes every setting\.$/)
    expect(message.split(' Now ')[0]).toBe(sentence)
  })

  test('a message says the value of each setting that it names, and where the settings are described', () => {
    expect(refuse({ PORT: 'x', MODE: 'y' })).toBe(
      [
        'MODE must be demo, development or production. Now MODE is “y”.',
        'PORT must be a port number. Now PORT is “x”.',
        'docs/settings.md describes every setting.',
      ].join('\n'),
    )
    expect(refuse({ PAYPAL_CLIENT_ID: 'a-client-id' })).toContain(
      'PayPal needs PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID too. Now PAYPAL_CLIENT_SECRET is not set and PAYPAL_WEBHOOK_ID is not set.',
    )
  })

  test.each([
    [{ SECRET: 'hunter2' }, 'SECRET is (not shown)'],
    [{ SECRET_PREVIOUS: 'hunter2' }, 'SECRET_PREVIOUS is (not shown)'],
    [{ STRIPE_SECRET_KEY: 'hunter2' }, 'STRIPE_SECRET_KEY is (not shown)'],
    [{ APPLE_PRIVATE_KEY: 'hunter2' }, 'APPLE_PRIVATE_KEY is (not shown)'],
    [{ SMTP_URL: 'smpt://post:hunter2@mail.test' }, 'SMTP_URL is “smpt://(not shown)@mail.test”'],
    [{ DATABASE_URL: 'mysql://db.test/x?password=hunter2' }, 'DATABASE_URL is “mysql://db.test/x?(not shown)”'],
    [{ DATABASE_URL: 'post:hunter2/@db.test' }, 'DATABASE_URL is “(not shown)@db.test”'],
    [{ DATABASE_URL: 'mysql://post:1/hunter2@db.test' }, 'DATABASE_URL is “mysql://(not shown)@db.test”'],
  ])('the message about %j shows no secret', (environment, shown) => {
    expect(refuse(environment)).toContain(`Now ${shown}.`)
    expect(refuse(environment)).not.toContain('hunter2')
  })

  test('every setting that refuses a value says what is allowed', () => {
    const values = ['x', '-1', '1.5', '99999999', 'x'.repeat(500), ',', 'ftp://a b', '[::', '\u0000 ']
    for (const { name } of describeSettings())
      for (const value of values)
        for (const line of refuse({ [name]: value }).split('\n'))
          expect(line).toMatch(
            / must | needs | need | belongs? | exclude | is for production|would let|docs\/settings|^$/,
          )
  })
})

/** Empty if the settings are accepted. */
function refuse(environment: Record<string, string | undefined>): string {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    if (error instanceof StartupError) return describeStartupError(error)
    throw error
  }
}
