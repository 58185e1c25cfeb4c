import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const production = {
  MODE: 'production',
  PUBLIC_URL: 'https://school.test',
  DATA_DIR: '/srv/school',
  TRUSTED_PROXIES: '127.0.0.1',
  SMTP_URL: 'smtps://mail.school.test',
}

describe('PayPal', () => {
  const keys = {
    PAYPAL_CLIENT_ID: 'a-client-of-ours',
    PAYPAL_CLIENT_SECRET: 'a-secret-of-ours',
    PAYPAL_WEBHOOK_ID: 'WEBHOOK1',
  }
  const live = { ...production, ...keys, PAYPAL_MODE: 'live' }

  test('is offered only with its three settings, each mode at its own addresses', () => {
    expect(readConfig({}).paypal).toBeNull()
    expect(readConfig(keys).paypal).toEqual({
      clientId: 'a-client-of-ours',
      clientSecret: 'a-secret-of-ours',
      webhookId: 'WEBHOOK1',
      apiUrl: 'https://api-m.sandbox.paypal.com',
      certificateOrigins: ['https://api-m.sandbox.paypal.com', 'https://api.sandbox.paypal.com'],
      isTest: true,
    })
    expect(readConfig(live).paypal).toMatchObject({
      apiUrl: 'https://api-m.paypal.com',
      certificateOrigins: ['https://api-m.paypal.com', 'https://api.paypal.com'],
      isTest: false,
    })
  })

  test.each([
    [{ ...keys, PAYPAL_WEBHOOK_ID: undefined }, 'PayPal needs PAYPAL_WEBHOOK_ID too.'],
    [{ PAYPAL_WEBHOOK_ID: 'WEBHOOK1' }, 'PayPal needs PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET too.'],
    [{ ...keys, PAYPAL_MODE: 'live' }, 'PAYPAL_MODE must be sandbox outside production.'],
    [{ ...keys, PAYPAL_MODE: 'test' }, 'PAYPAL_MODE must be sandbox or live.'],
    [{ ...keys, PAYPAL_API_URL: 'https://api-m.paypal.com/v2' }, 'PAYPAL_API_URL must have no path.'],
    [{ ...live, PAYPAL_API_URL: 'http://a.test' }, 'PAYPAL_API_URL must begin with https:// in production.'],
  ])('%o is refused', (settings, message) => {
    expect(() => readConfig(settings)).toThrow(message)
  })
})
