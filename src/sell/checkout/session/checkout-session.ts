/** One checkout in a tab, from the first input to the receipt: the state of the page, and the part stored in the tab. No React. */

import type { StepUpResult } from '#http/browser/step-up.ts'
import type { Client, ClientEnvironment } from '#http/client.ts'
import type { ApiFailure } from '#http/parse-response.ts'
import type { MoneyWire } from '#http/schemas.ts'
import type { Profile } from '#people/accounts/wire.ts'
import type { Card } from '../card/card.ts'
import type { CardConfirmation } from '../card/sandbox-card.ts'
import type { Quote } from '../wire/quote.ts'
import type { OtherTabResult } from './answer-other-tabs.ts'
import type { runExclusively } from './ask-other-tabs.ts'
import {
  type ContactDetails,
  type GiftInput,
  type OrderChoices,
  type StoredEnrolment,
  storeEnrolment,
} from './enrolment.ts'
import { createIdempotencyKeys, type IdempotencyKeys } from './idempotency-keys.ts'
import type { PaymentFailure } from './payment/payment-steps.ts'

export type CheckoutNotice =
  | { is: 'declined'; failure: string }
  | { is: 'price'; before: string; after: string }
  | { is: 'expired' }
  /** Fewer seats are available than requested. `left` is null when the number is unknown. */
  | { is: 'few'; seatsLeft: number | null }
  /** `title`: the default says that something did not work. `isCardGone`: the buyer's saved card can't be used any more. */
  | { is: 'say'; message: string; title?: string; isCardGone?: boolean }

export type InitialiseCheckoutInput = {
  client: Client
  storage: Pick<ClientEnvironment, 'local' | 'session'>
  now: Date
  courseCode: string
  offerCode: string
  /** The address names an offer that has ended. `offerCode` is the one that can be bought now. */
  isOfferEnded: boolean
  /** The visitor's country, for a price in the local currency. */
  countryCode: string | null
  resume: string | null
  /** From the address. The quote decides its discount. */
  promoCode: string | null
  /** From the address. Preselects the deposit when the course offers one. */
  isDepositPreselected: boolean
}

/** A part of the checkout's address that has no effect, so the page shows the price without it. */
export type LinkFault = { is: 'promo'; code: string } | { is: 'offer' } | { is: 'deposit' }

export type CheckoutView =
  | { is: 'form' }
  | { is: 'challenge'; clientSecret: string }
  /** A bank challenge that was restored after a reload. The buyer completes it on the bank's page. */
  | { is: 'question'; bankUrl: string }
  /** `isPlacementLost`: the call that charges the saved card got no answer. */
  | { is: 'waiting'; isConnectionLost: boolean; isPlacementLost?: boolean }
  | { is: 'gone'; reason: 'SEATS_TAKEN' | 'ENROLMENT_CLOSED' }
  | { is: 'enrolled' }
  | { is: 'returned'; failure: PaymentFailure }

/** Codes are never stored, so a reload clears them. docs/contract §7. */
export type TypedCodes = { promoCode: string; giftCardCode: string }
export type OrderCodes = TypedCodes & {
  /** The credit that the buyer wants to use. */
  credit: MoneyWire | null
}

export type CheckoutState = {
  /** Buys seats, pays the balance of an existing order (only the card is entered), or buys a gift card. */
  purpose: 'purchase' | 'balance' | 'gift-card'
  view: CheckoutView
  quote: Quote
  enrolment: StoredEnrolment
  codes: OrderCodes
  /** Messages of refused codes. */
  codeFaults: Partial<TypedCodes>
  linkFaults: readonly LinkFault[]
  /** A new quote is being requested; the page shows the previous one. */
  isQuoting: boolean
  holdExpiresAt: string | null
  isBusy: boolean
  fields: Record<string, string>
  notice: CheckoutNotice | null
  isSignedIn: boolean
  /** The dialog that asks the owner of the saved card for a proof is open. */
  ownerCheck: { answer: (result: StepUpResult<ApiFailure>) => void } | null
}
export type CheckoutStart = Pick<CheckoutState, 'quote' | 'enrolment' | 'holdExpiresAt' | 'isSignedIn' | 'notice'> & {
  bankUrl?: string | null
  codes?: OrderCodes
  codeFaults?: Partial<TypedCodes>
  linkFaults?: readonly LinkFault[]
  purpose?: CheckoutState['purpose']
  /** A payment that may be in progress. */
  paymentId?: string | null
  /** The method of the last payment of the open order. */
  method?: CheckoutSession['method']
}

export type CheckoutEntryReady = { is: 'ready'; start: CheckoutStart; profile: Profile | null }

export type CheckoutDependencies = {
  client: Client
  storage: Pick<ClientEnvironment, 'local' | 'session'>
  confirmCard: (clientSecret: string, card: Card | null) => Promise<CardConfirmation>
  answerChallenge: (clientSecret: string, challenge: 'accept' | 'refuse') => Promise<CardConfirmation>
  /** Finds an order of another tab for the same course and e-mail. */
  findOrderInOtherTabs: (input: Pick<StoredEnrolment, 'courseCode' | 'email'>) => Promise<OtherTabResult | null>
  runExclusively: typeof runExclusively
  pause: (ms: number) => Promise<void>
  now: () => Date
  timezoneId: string
  countryCode: string | null
  /** Opens PayPal's page in this tab. */
  leaveTo: (url: string) => void
  /** Called when the order is complete. Opens the receipt. */
  onComplete: (orderId: string) => void
  /** Called when the promo code makes the order free. */
  onFree: (promoCode: string) => void
}

export type CheckoutSession = {
  deps: CheckoutDependencies
  state: CheckoutState
  idempotencyKeys: IdempotencyKeys
  listeners: Set<() => void>
  /** The order that holds the seats, and the input it was placed with. */
  placedOrder: { orderId: string; paymentId: string | null; input: OrderInput } | null
  /** Number of the current polling loop. A new loop stops the previous one. */
  pollRound: number
  /** The method of the last submit. */
  method: 'card' | 'paypal'
  /** Number of the last quote request. Responses to earlier requests are ignored. */
  quoteRound: number
  /** Repeats a card confirmation that got no response. Returns true once a response was handled. */
  resend: (() => Promise<boolean>) | null
}

export function createCheckoutSession(
  deps: CheckoutDependencies,
  { bankUrl, paymentId = null, method = 'card', ...start }: CheckoutStart,
): CheckoutSession {
  const { enrolment } = start
  return {
    deps: deps,
    state: {
      purpose: 'purchase',
      codes: NO_CODES,
      codeFaults: {},
      linkFaults: [],
      ...start,
      view: getFirstView(enrolment, bankUrl ?? null),
      isBusy: false,
      isQuoting: false,
      fields: {},
      ownerCheck: null,
    },
    idempotencyKeys: createIdempotencyKeys(),
    listeners: new Set(),
    placedOrder: enrolment.orderId
      ? { orderId: enrolment.orderId, paymentId, input: getOrderInput(enrolment, start.codes ?? NO_CODES) }
      : null,
    pollRound: 0,
    method,
    quoteRound: 0,
    resend: null,
  }
}

function getFirstView({ step }: StoredEnrolment, bankUrl: string | null): CheckoutView {
  if (bankUrl) return { is: 'question', bankUrl }
  return step === 'paying' ? { is: 'waiting', isConnectionLost: false } : { is: 'form' }
}

export function updateState(checkoutSession: CheckoutSession, patch: Partial<CheckoutState>): void {
  checkoutSession.state = { ...checkoutSession.state, ...patch }
  for (const listener of checkoutSession.listeners) listener()
}

export function updateEnrolment(checkoutSession: CheckoutSession, patch: Partial<StoredEnrolment>): void {
  const enrolment = { ...checkoutSession.state.enrolment, ...patch }
  storeEnrolment(checkoutSession.deps.storage, enrolment)
  updateState(checkoutSession, { enrolment })
}

/** Changed input needs a new order. Unchanged input continues the order that holds the seats. */
export function changeCheckoutInput(
  checkoutSession: CheckoutSession,
  change: Partial<ContactDetails & OrderChoices> & { gift?: GiftInput },
): void {
  const enrolment = { ...checkoutSession.state.enrolment, ...change }
  const isSame =
    checkoutSession.placedOrder &&
    isSameInput(checkoutSession.placedOrder.input, getOrderInput(enrolment, checkoutSession.state.codes))
  updateEnrolment(checkoutSession, {
    ...change,
    orderId: isSame ? (checkoutSession.placedOrder?.orderId ?? null) : null,
  })
}

export function pickDetails({ email, name, phoneNumber }: ContactDetails): ContactDetails {
  return { email, name, phoneNumber }
}

export function pickChoices({ seats, friends, paymentType }: OrderChoices): OrderChoices {
  return { seats, friends, paymentType }
}

/** All input that an order depends on. */
export type OrderInput = ContactDetails & OrderChoices & OrderCodes & { gift: GiftInput | null }

export function getOrderInput(
  enrolment: ContactDetails & OrderChoices & { gift?: GiftInput },
  { promoCode, giftCardCode, credit }: OrderCodes,
): OrderInput {
  const codes = { promoCode, giftCardCode, credit }
  return { ...pickDetails(enrolment), ...pickChoices(enrolment), ...codes, gift: enrolment.gift ?? null }
}

/** Returns the selected payment option, or the first one when the selection is no longer offered. */
export function getSelectedOption({
  quote,
  enrolment,
}: Pick<CheckoutState, 'quote' | 'enrolment'>): QuoteOption | undefined {
  return quote.options.find((option) => option.paymentType === enrolment.paymentType) ?? quote.options[0]
}
export type QuoteOption = Quote['options'][number]

/** Gift card and credit cover today's payment. */
export function isCoveredByTender(state: Pick<CheckoutState, 'quote' | 'enrolment'>): boolean {
  const option = getSelectedOption(state)
  return (
    Number(option?.dueNow.amount) === 0 &&
    (Number(option?.giftCardApplied.amount) > 0 || Number(option?.creditApplied.amount) > 0)
  )
}

export const NO_CODES: OrderCodes = { promoCode: '', giftCardCode: '', credit: null }

function isSameInput(a: OrderInput, b: OrderInput): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Stops the current polling loop. */
export function stopPolling(checkoutSession: CheckoutSession): void {
  checkoutSession.pollRound++
}
