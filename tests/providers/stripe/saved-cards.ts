/** The customers and saved cards of Stripe's double. */
import type { StripeRequest, StripeResponse } from './books.ts'
import type { Card } from './cards.ts'
import { methodObject, newId, now, type StoredIntent } from './objects.ts'

export type SavedCards = {
  /** Null for an address that is not about customers or saved cards. */
  serve(request: StripeRequest): StripeResponse | null
  /** The card of a saved payment method. Null: it is not saved, or not any more. */
  find(methodId: string | null): Card | null
  hasCustomer(customerId: string): boolean
  /** An admin deletes the customer in Stripe's own dashboard: the cards are detached. */
  deleteCustomer(customerId: string): void
  /** The ids of the saved cards that a customer still has. */
  listCards(): string[]
  /** Saves the card of a payment that was made for a later use. */
  save(intent: StoredIntent): void
}

export function createSavedCards(): SavedCards {
  const customers = new Set<string>()
  const methods = new Map<string, { card: Card; customer: string | null }>()
  return {
    find: (methodId) => {
      const stored = methods.get(methodId ?? '')
      return stored?.customer ? stored.card : null
    },
    hasCustomer: (customerId) => customers.has(customerId),
    deleteCustomer(customerId) {
      customers.delete(customerId)
      for (const stored of methods.values()) if (stored.customer === customerId) stored.customer = null
    },
    listCards: () => [...methods].filter(([, { customer }]) => customer !== null).map(([id]) => id),
    save(intent) {
      if (!intent.savedFor || !intent.card || !intent.customer || !customers.has(intent.customer)) return
      intent.method = `pm_${intent.id.slice(3)}`
      methods.set(intent.method, { card: intent.card, customer: intent.customer })
    },
    serve({ method, path }) {
      const [, , kind, id, action] = path.split('/')
      if (`${method} ${kind}` === 'POST customers' && !id) {
        const customer = newId('cus')
        customers.add(customer)
        return { status: 200, body: customerObject(customer) }
      }
      if (kind !== 'payment_methods' || !id) return null
      const stored = methods.get(id)
      if (!stored) return refuse(404, 'resource_missing', `No such PaymentMethod: '${id}'`)
      if (method === 'POST' && action === 'detach') {
        if (!stored.customer)
          return refuse(
            400,
            undefined,
            'The payment method you provided is not attached to a customer so detachment is impossible.',
          )
        stored.customer = null
      } else if (method !== 'GET' || action) return null
      return { status: 200, body: methodObject(stored.card, id, stored.customer) }
    },
  }
}

const refuse = (status: number, code: string | undefined, message: string): StripeResponse => ({
  status,
  body: { error: { type: 'invalid_request_error', ...(code && { code }), message, param: 'payment_method' } },
})

function customerObject(id: string) {
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}
