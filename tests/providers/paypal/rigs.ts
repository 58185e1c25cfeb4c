/** The PayPal gateways that the promises are asked of, each with a buyer's hand at its other side. */
import { type PaypalConfig, paypalConfig } from '#config/paypal.ts'
import { createPaypalGateway } from '#platform/payments/paypal/paypal.ts'
import { withDeadline } from '#platform/payments/with-deadline.ts'
import type { ApprovalRig } from '../approval-promises.ts'
import { createDoubleConfig, type PaypalDouble } from './paypal.ts'

const INSTRUMENTS = { good: 'balance', late: 'echeck', declined: 'declined' } as const

export function paypalRig(double: PaypalDouble): ApprovalRig {
  return {
    gateway: paypalAt(createDoubleConfig(double)),
    approve: async (intentId, approving) => double.books.approve(intentId, INSTRUMENTS[approving]),
    decide: async (intentId) => double.books.decide(intentId, 'COMPLETED'),
    async deliveries(intentId) {
      const events = double.books.events.filter((event) => JSON.stringify(event).includes(intentId))
      return events.map((event) => {
        const body = JSON.stringify(event)
        return { body, headers: double.sign(body) }
      })
    },
  }
}

export const paypalAt = (config: PaypalConfig) => withDeadline(createPaypalGateway(config))

/** PayPal's own sandbox, if the environment has its keys. Only a person can approve a payment there. */
export function getTestConfig(environment = process.env): PaypalConfig | null {
  const { PAYPAL_TEST_CLIENT_ID: id, PAYPAL_TEST_CLIENT_SECRET: secret, PAYPAL_TEST_WEBHOOK_ID: webhook } = environment
  return paypalConfig({
    PAYPAL_CLIENT_ID: id,
    PAYPAL_CLIENT_SECRET: secret,
    PAYPAL_WEBHOOK_ID: webhook,
    PAYPAL_MODE: 'sandbox',
  })
}
