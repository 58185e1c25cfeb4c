/** The state of Stripe's double: intents, charges, refunds, events. Every change is complete before its event is sent. */
import { type Card, getPresentVerdict, getTestCard } from './cards.ts'
import { createDisputes, type Disputes } from './disputes.ts'
import {
  chargeObject,
  type EventObject,
  errorObject,
  eventObject,
  intentObject,
  listObject,
  newId,
  now,
  type PaymentError,
  refundObject,
  type StoredCharge,
  type StoredIntent,
  type StoredRefund,
} from './objects.ts'
import { createSavedCards, type SavedCards } from './saved-cards.ts'

export type StripeRequest = {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  origin: string
}
export type StripeResponse = { status: number; body: object }

export type Books = {
  /** Null for an address that the double does not have. */
  serve(asked: StripeRequest): StripeResponse | null
  /** Answers the bank's question. */
  answer(intentId: string, word: 'accept' | 'refuse'): void
  /** The bank has made up its mind about what was processing. */
  decide(intentId: string): void
  failRefunds: boolean
  /** An admin refunds in Stripe's own dashboard. */
  refundAtDashboard(intentId: string, amount: number): string
  /** The bank sends a refund back, days after it was taken. */
  failRefund(refundId: string): void
  disputes: Disputes
  savedCards: SavedCards
  intents: ReadonlyMap<string, StoredIntent>
  refunds: readonly StoredRefund[]
  /** Newest first. */
  events: readonly EventObject[]
}

export function createBooks(announce: (event: EventObject) => void): Books {
  const intents = new Map<string, StoredIntent>()
  const refunds: StoredRefund[] = []
  const events: EventObject[] = []

  function sendEvent(type: string, object: object) {
    const event = eventObject(type, object)
    events.unshift(event)
    announce(event)
  }
  const savedCards = createSavedCards()
  const disputes = createDisputes(intents, sendEvent)
  const createEventSender = (type: string, intent: StoredIntent) =>
    sendEvent(`payment_intent.${type}`, intentObject(intent))

  function create({ form }: StripeRequest): StripeResponse {
    const amount = Number(form.get('amount'))
    if (!Number.isInteger(amount) || amount < 1) return invalid('parameter_invalid_integer', 'amount')
    if (!form.get('currency')) return invalid('parameter_missing', 'currency')
    const [prepared, customer] = [form.get('payment_method'), form.get('customer')]
    if (customer && !savedCards.hasCustomer(customer)) return invalid('resource_missing', 'customer')
    if (prepared && !savedCards.find(prepared)) return invalid('resource_missing', 'payment_method')
    const id = newId('pi')
    const intent: StoredIntent = {
      id,
      secret: `${id}_secret_${newId('x').slice(2)}`,
      status: form.get('payment_method') ? 'requires_confirmation' : 'requires_payment_method',
      amount,
      currency: form.get('currency')!,
      created: now(),
      metadata: readMetadata(form),
      error: null,
      card: null,
      charge: null,
      returnUrl: null,
      challengeUrl: null,
      customer: form.get('customer'),
      method: form.get('payment_method'),
      savedFor: form.get('setup_future_usage'),
    }
    intents.set(id, intent)
    createEventSender('created', intent)
    return respondOk(intentObject(intent, readExpand(form)))
  }

  function confirm(intent: StoredIntent, { form, origin }: StripeRequest): StripeResponse {
    if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status)) return unexpected(intent)
    const number = form.get('payment_method_data[card][number]') ?? undefined
    const isAway = form.get('off_session') === 'true'
    const saved = savedCards.find(form.get('payment_method'))
    const card = saved
      ? { ...saved, verdict: isAway ? (saved.later ?? saved.verdict) : getPresentVerdict(saved) }
      : getTestCard(form.get('payment_method') ?? undefined, number)
    if (!card) return invalid('resource_missing', 'payment_method')
    Object.assign(intent, { card, error: null, returnUrl: form.get('return_url') })
    if (card.verdict.is === 'declined') {
      decline(intent, { ...card.verdict.error, card })
      return { status: 402, body: { error: { ...errorObject(intent.error!), payment_intent: intentObject(intent) } } }
    }
    if (!saved) savedCards.save(intent)
    if (card.verdict.is === 'succeeds') succeed(intent)
    if (card.verdict.is === 'processes') {
      intent.status = 'processing'
      createEventSender('processing', intent)
    }
    if (card.verdict.is === 'asks') {
      intent.status = 'requires_action'
      intent.challengeUrl = `${origin}/bank/${intent.id}`
      createEventSender('requires_action', intent)
    }
    return respondOk(intentObject(intent, readExpand(form)))
  }

  function succeed(intent: StoredIntent) {
    intent.status = 'succeeded'
    intent.charge = { id: newId('ch'), created: now(), refunded: 0 }
    sendEvent('charge.succeeded', chargeObject(intent, intent.charge))
    createEventSender('succeeded', intent)
  }

  function decline(intent: StoredIntent, error: PaymentError) {
    intent.status = 'requires_payment_method'
    intent.error = error
    createEventSender('payment_failed', intent)
  }

  function cancel(intent: StoredIntent, { form }: StripeRequest): StripeResponse {
    if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
      return unexpected(intent)
    intent.status = 'canceled'
    createEventSender('canceled', intent)
    return respondOk(intentObject(intent, readExpand(form)))
  }

  function refund({ form }: StripeRequest): StripeResponse {
    const intent = intents.get(form.get('payment_intent') ?? '')
    if (!intent) return invalid('resource_missing', 'payment_intent')
    if (!intent.charge) return invalid('payment_intent_unexpected_state', 'payment_intent')
    const left = intent.amount - intent.charge.refunded
    const amount = Number(form.get('amount') ?? left)
    if (left === 0) return invalid('charge_already_refunded')
    if (!disputes.isRefundable(intent.id)) return invalid('charge_disputed')
    if (!Number.isInteger(amount) || amount < 1 || amount > left) return invalid('amount_too_large', 'amount')
    return respondOk(refundObject(payBack(intent, intent.charge, amount, readMetadata(form))))
  }

  function payBack(intent: StoredIntent, charge: StoredCharge, amount: number, metadata: Record<string, string>) {
    const status = books.failRefunds ? 'failed' : 'succeeded'
    const storedRefund: StoredRefund = { id: newId('re'), intent, amount, created: now(), metadata, status }
    refunds.unshift(storedRefund)
    sendEvent('refund.created', refundObject(storedRefund))
    if (status === 'succeeded') {
      charge.refunded += amount
      sendEvent('charge.refunded', chargeObject(intent, charge))
    }
    return storedRefund
  }

  const books: Books = {
    failRefunds: false,
    refundAtDashboard(intentId, amount) {
      const intent = intents.get(intentId)
      if (!intent?.charge || intent.charge.refunded + amount > intent.amount) throw new Error('nothing to pay back')
      return payBack(intent, intent.charge, amount, {}).id
    },
    failRefund(refundId) {
      const storedRefund = refunds.find(({ id }) => id === refundId)
      if (storedRefund?.status !== 'succeeded' || !storedRefund.intent.charge) throw new Error('no such refund')
      storedRefund.status = 'failed'
      storedRefund.intent.charge.refunded -= storedRefund.amount
      sendEvent('charge.refund.updated', refundObject(storedRefund))
      sendEvent('refund.failed', refundObject(storedRefund))
    },
    disputes,
    savedCards,
    intents,
    refunds,
    events,
    serve(request) {
      const { method, path, query } = request
      const [, version, kind, id, action] = path.split('/')
      if (version !== 'v1') return null
      const route = `${method} ${kind}${id ? '/:id' : ''}${action ? `/${action}` : ''}`
      const intent = kind === 'payment_intents' && id ? intents.get(id) : undefined
      if (kind === 'payment_intents' && id && !intent) return missing(id)
      if (route === 'POST payment_intents') return create(request)
      if (intent && route === 'GET payment_intents/:id') return respondOk(intentObject(intent, readExpand(query)))
      if (intent && route === 'POST payment_intents/:id/confirm') return confirm(intent, request)
      if (intent && route === 'POST payment_intents/:id/cancel') return cancel(intent, request)
      if (route === 'POST refunds') return refund(request)
      if (route === 'GET refunds') {
        const of = query.get('payment_intent')
        const since = Number(query.get('created[gte]') ?? 0)
        const request = refunds.filter((one) => (!of || one.intent.id === of) && one.created >= since)
        return respondOk(listObject(path, request.map(refundObject), query))
      }
      if (route === 'GET disputes') return respondOk(listObject(path, disputes.list(query), query))
      if (route === 'GET charges') return respondOk(listObject(path, chargesSince(query), query))
      if (route === 'GET events') return respondOk(listObject(path, events, query))
      return savedCards.serve(request)
    },
    answer(intentId, word) {
      const intent = intents.get(intentId)
      if (intent?.status !== 'requires_action') return
      if (word === 'accept') return succeed(intent)
      const message = 'We are unable to authenticate your payment method.'
      decline(intent, { code: 'payment_intent_authentication_failure', message, card: intent.card as Card })
    },
    decide(intentId) {
      const intent = intents.get(intentId)
      if (intent?.status === 'processing') succeed(intent)
    },
  }

  function chargesSince(query: URLSearchParams) {
    const since = Number(query.get('created[gte]') ?? 0)
    return [...intents.values()]
      .flatMap((intent) => (intent.charge ? chargeObject(intent, intent.charge) : []))
      .filter((charge) => charge.created >= since)
      .reverse()
  }
  return books
}

const respondOk = (body: object): StripeResponse => ({ status: 200, body })

const invalid = (code: string, param?: string): StripeResponse => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message: code, ...(param && { param }) } },
})

const missing = (id: string): StripeResponse => ({
  status: 404,
  body: {
    error: {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such payment_intent: '${id}'`,
      param: 'intent',
    },
  },
})

const unexpected = (intent: StoredIntent): StripeResponse => ({
  status: 400,
  body: {
    error: {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent's status is ${intent.status}.`,
      payment_intent: intentObject(intent),
    },
  },
})

/** `expand[]=x` and `expand[0]=x` */
function readExpand(values: URLSearchParams): string[] {
  return [...values].flatMap(([name, value]) => (/^expand\[\d*\]$/.test(name) ? value : []))
}

function readMetadata(form: URLSearchParams): Record<string, string> {
  const pairs = [...form].map(([name, value]) => [/^metadata\[(\w+)\]$/.exec(name)?.[1] ?? '', value])
  return Object.fromEntries(pairs.filter(([name]) => name !== ''))
}
