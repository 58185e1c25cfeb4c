/**
 * Stripe's side of the browser: its own script draws the card form in frames of its own, and it alone
 * sees the card. Loaded where a card is asked for, and nowhere else.
 */
import type { Appearance, PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { declineOf } from '#domain/card-decline.ts'
import { fromDecimal } from '#domain/money.ts'
import { allowOthers } from '#ui/trusted-types.ts'
import type { Confirmed } from './sandbox-card.ts'

export type Due = { amount: string; currency: string }

export type StripeCard = {
  /** Draws the form into an empty place. False when Stripe's script could not be had: it may be tried again. */
  show(place: HTMLElement, due: Due): Promise<boolean>
  change(due: Due): void
  /** Whether what was typed can be sent. What is wrong with it, the form itself says. */
  isGood(): Promise<boolean>
  confirm(clientSecret: string): Promise<Confirmed>
}

type Load = (publishableKey: string) => Promise<Stripe | null>
const loadStripe: Load = async (publishableKey) => {
  const { loadStripe: load } = await import('@stripe/stripe-js/pure')
  allowOthers(({ protocol, hostname }) => protocol === 'https:' && /(^|\.)js\.stripe\.com$/.test(hostname))
  return load(publishableKey)
}
type Drawn = { stripe: Stripe; elements: StripeElements; focus(): void }

export function openStripeCard(publishableKey: string, load: Load = loadStripe): StripeCard {
  let drawn: Drawn | null = null
  return {
    async show(place, due) {
      const stripe = await load(publishableKey).catch(() => null)
      if (!stripe) return false
      const options = { ...amountOf(due), mode: 'payment' as const, paymentMethodTypes: ['card'] }
      const elements = stripe.elements({ ...options, appearance: appearanceHere(), locale: 'en-GB' })
      const element = elements.create('payment')
      const isThere = Promise.withResolvers<boolean>()
      element.on('ready', () => isThere.resolve(true))
      element.on('loaderror', () => isThere.resolve(false))
      element.mount(place)
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
        elements.update({ appearance: appearanceHere() }),
      )
      if (!(await isThere.promise)) {
        element.destroy()
        return false
      }
      drawn = { stripe, elements, focus: () => element.focus() }
      return true
    },
    change: (due) => drawn?.elements.update(amountOf(due)),
    async isGood() {
      if (!drawn) return false
      const { error } = await drawn.elements.submit()
      if (error) drawn.focus()
      return !error
    },
    async confirm(clientSecret) {
      if (!drawn) return { is: 'unknown' }
      const { stripe, elements } = drawn
      // A bank that wants a page of its own sends the person back here, where the order is found again.
      const confirmParams = { return_url: location.origin + location.pathname }
      return stripe
        .confirmPayment({ elements, clientSecret, confirmParams, redirect: 'if_required' })
        .then(meaning)
        .catch(() => ({ is: 'unknown' as const }))
    },
  }
}

type Answer = { paymentIntent?: PaymentIntent | undefined; error?: StripeError | undefined }

/** How the payment stands decides, whatever else is said: an error may tell of a payment that has succeeded. */
export function meaning({ paymentIntent, error }: Answer): Confirmed {
  const intent = paymentIntent ?? error?.payment_intent
  if (intent?.status === 'succeeded' || intent?.status === 'processing') return { is: intent.status }
  if (error?.type === 'validation_error') return { is: 'declined', failure: 'not_sent' }
  const why = error ?? intent?.last_payment_error
  const isOver = error?.type === 'card_error' || (intent?.status === 'requires_payment_method' && why)
  return isOver ? { is: 'declined', failure: declineOf([why?.code, why?.decline_code]) } : { is: 'unknown' }
}

function amountOf({ amount, currency }: Due): { amount: number; currency: string } {
  return { amount: fromDecimal(amount, currency).minor, currency: currency.toLowerCase() }
}

/** The page's own colours: a frame cannot see them. */
function appearanceHere(): Appearance {
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  return {
    theme: 'flat',
    variables: {
      colorBackground: token('--surface'),
      colorText: token('--text'),
      colorTextSecondary: token('--text-2'),
      colorTextPlaceholder: token('--text-3'),
      colorPrimary: token('--focus'),
      colorDanger: token('--bad'),
      borderRadius: token('--r-control'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
    },
    rules: { '.Input': { border: `1px solid ${token('--line-strong')}` } },
  }
}
