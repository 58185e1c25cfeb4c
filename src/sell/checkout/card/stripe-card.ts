/**
 * Browser client of Stripe. Stripe's script renders the card form in its own frames, so only Stripe
 * sees the card. Loaded only on pages that take a card.
 */
import type { Appearance, PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { fromDecimal } from '#domain/money/money.ts'
import { toCardDecline } from '#domain/orders/card-decline.ts'
import { allowThirdPartyScripts } from '#ui/browser/trusted-types.ts'
import type { CardConfirmation } from './sandbox-card.ts'

export type AmountDue = { amount: string; currency: string }

export type StripeCard = {
  /** Renders the form into an empty element. Returns false when Stripe's script could not be loaded; a retry is allowed. */
  mount(place: HTMLElement, due: AmountDue): Promise<boolean>
  update(due: AmountDue): void
  /** Checks whether the input can be sent. The Stripe form shows its own faults. */
  validate(): Promise<boolean>
  confirm(clientSecret: string): Promise<CardConfirmation>
}

type LoadStripe = (publishableKey: string) => Promise<Stripe | null>
const loadStripe: LoadStripe = async (publishableKey) => {
  const { loadStripe: load } = await import('@stripe/stripe-js/pure')
  allowThirdPartyScripts(({ protocol, hostname }) => protocol === 'https:' && /(^|\.)js\.stripe\.com$/.test(hostname))
  return load(publishableKey)
}
type MountedForm = { stripe: Stripe; elements: StripeElements; focus(): void }

export function createStripeCard(publishableKey: string, load: LoadStripe = loadStripe): StripeCard {
  let mountedForm: MountedForm | null = null
  return {
    async mount(container, amountDue) {
      const stripe = await load(publishableKey).catch(() => null)
      if (!stripe) return false
      const options = { ...toStripeAmount(amountDue), mode: 'payment' as const, paymentMethodTypes: ['card'] }
      const elements = stripe.elements({ ...options, appearance: createAppearance(), locale: 'en-GB' })
      const element = elements.create('payment')
      const ready = Promise.withResolvers<boolean>()
      element.on('ready', () => ready.resolve(true))
      element.on('loaderror', () => ready.resolve(false))
      // Stripe's frame keeps its events, so that the page hears of an input only from here.
      const reportInput = () => container.dispatchEvent(new Event('input', { bubbles: true }))
      element.on('focus', reportInput)
      element.on('change', ({ empty }) => void (empty || reportInput()))
      element.mount(container)
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
        elements.update({ appearance: createAppearance() }),
      )
      if (!(await ready.promise)) {
        element.destroy()
        return false
      }
      mountedForm = { stripe, elements, focus: () => element.focus() }
      return true
    },
    update: (amountDue) => mountedForm?.elements.update(toStripeAmount(amountDue)),
    async validate() {
      if (!mountedForm) return false
      const { error } = await mountedForm.elements.submit()
      if (error) mountedForm.focus()
      return !error
    },
    async confirm(clientSecret) {
      if (!mountedForm) return { is: 'unknown' }
      const { stripe, elements } = mountedForm
      // A bank with its own challenge page redirects back to this page, which restores the order.
      const confirmParams = { return_url: location.origin + location.pathname }
      return stripe
        .confirmPayment({ elements, clientSecret, confirmParams, redirect: 'if_required' })
        .then(toStripeConfirmation)
        .catch(() => ({ is: 'unknown' as const }))
    },
  }
}

type ConfirmResult = { paymentIntent?: PaymentIntent | undefined; error?: StripeError | undefined }

/** The payment status decides: an error may report a payment that succeeded. */
export function toStripeConfirmation({ paymentIntent, error }: ConfirmResult): CardConfirmation {
  const intent = paymentIntent ?? error?.payment_intent
  if (intent?.status === 'succeeded' || intent?.status === 'processing') return { is: intent.status }
  if (error?.type === 'validation_error') return { is: 'declined', failure: 'not_sent' }
  const reason = error ?? intent?.last_payment_error
  const isDeclined = error?.type === 'card_error' || (intent?.status === 'requires_payment_method' && reason)
  return isDeclined
    ? { is: 'declined', failure: toCardDecline([reason?.code, reason?.decline_code]) }
    : { is: 'unknown' }
}

function toStripeAmount({ amount, currency }: AmountDue): { amount: number; currency: string } {
  return { amount: fromDecimal(amount, currency).minor, currency: currency.toLowerCase() }
}

/** Passes the colours of the page, because a frame cannot read them. */
function createAppearance(): Appearance {
  const readToken = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  return {
    theme: 'flat',
    variables: {
      colorBackground: readToken('--surface'),
      colorText: readToken('--text'),
      colorTextSecondary: readToken('--text-2'),
      colorTextPlaceholder: readToken('--text-3'),
      colorPrimary: readToken('--focus'),
      colorDanger: readToken('--bad'),
      borderRadius: readToken('--r-control'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
    },
    rules: { '.Input': { border: `1px solid ${readToken('--line-strong')}` } },
  }
}
