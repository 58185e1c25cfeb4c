/** Maps each response to a placed order to the next step of the checkout. Every response has exactly one meaning. */

import type { ApiResult } from '#http/client.ts'
import type { payOrder } from '#sell/payments/wire/pay.ts'
import type { purchaseGiftCard } from '../../wire/gift-card.ts'
import type { payByPaypal } from '../../wire/paypal.ts'
import type { Quote } from '../../wire/quote.ts'
import type { payByCard, payByGiftCard } from '../../wire.ts'

export type PlacedOrder = Extract<ApiResult<typeof purchaseGiftCard>, { error: null }>['data']['data']
export type HeldOrder = Pick<PlacedOrder, 'orderId' | 'paymentId' | 'checkoutToken' | 'holdExpiresAt'>
export type BookedOrder = Extract<ApiResult<typeof payByGiftCard>, { error: null }>['data']['data']

export type PlacementStep =
  | { next: 'confirm'; placed: PlacedOrder }
  | { next: 'booked'; booked: BookedOrder }
  /**
   * The owner of the saved card or credit gives a proof, and the call is repeated. `placed`: the order whose seats are held
   * meanwhile. Null for credit: there is no order yet.
   */
  | { next: 'confirm-owner'; placed: HeldOrder | null }
  | { next: 'correct'; fields: Record<string, string> }
  | { next: 'look-again'; quote: Quote }
  | { next: 'start-over' }
  | { next: 'gone'; reason: 'SEATS_TAKEN' | 'ENROLMENT_CLOSED' }
  | { next: 'enrolled' }
  | { next: 'wait' }
  | { next: 'say'; message: string }

export type PlacementResponse =
  | ApiResult<typeof payByCard>
  | ApiResult<typeof payByPaypal>
  | ApiResult<typeof purchaseGiftCard>
  | ApiResult<typeof payByGiftCard>
  | ApiResult<typeof payOrder>

export function getPlacementStep(response: PlacementResponse): PlacementStep {
  if (response.error === null)
    return response.data.status === 'pending'
      ? { next: 'confirm', placed: response.data.data }
      : { next: 'booked', booked: response.data.data }
  switch (response.errorCode) {
    case 'TERMS_REQUIRED':
      return { next: 'correct', fields: { terms: response.error } }
    case 'FIELD_INVALID':
      return response.fields && Object.keys(response.fields).some(isShownField)
        ? { next: 'correct', fields: response.fields }
        : { next: 'say', message: response.error }
    case 'QUOTE_EXPIRED':
    case 'PRICE_CHANGED':
      return { next: 'look-again', quote: (response.data as { data: Quote }).data }
    case 'PERSON_CHANGED': {
      const quote = (response.data as { data: Quote } | null)?.data
      return quote ? { next: 'look-again', quote } : { next: 'say', message: response.error }
    }
    case 'ORDER_CLOSED':
    case 'ORDER_NOT_FOUND':
      return { next: 'start-over' }
    case 'CARD_OWNER_UNCONFIRMED':
      return { next: 'confirm-owner', placed: (response.data as { data: HeldOrder }).data }
    case 'CREDIT_OWNER_UNCONFIRMED':
      return { next: 'confirm-owner', placed: null }
    case 'SEATS_TAKEN':
    case 'ENROLMENT_CLOSED':
      return { next: 'gone', reason: response.errorCode }
    case 'ALREADY_ENROLLED':
      return { next: 'enrolled' }
    case 'PAYMENT_IN_HAND':
      return { next: 'wait' }
    case 'METHOD_NOT_AVAILABLE':
      return { next: 'say', message: `${response.error} Already have an account? Log in and check your portal first.` }
    default:
      return { next: 'say', message: response.status === 0 ? CONNECTION_FAILED : response.error }
  }
}

/** Fields of the form that can show a fault. */
const SHOWN_FIELDS = ['email', 'name', 'phoneNumber', 'terms', 'friends', 'amount', 'message', 'sendAt']
const isShownField = (name: string): boolean => SHOWN_FIELDS.includes(name) || /^(friends|recipient)\./.test(name)

const CONNECTION_FAILED =
  'We couldn’t reach our server. Check your connection and try again: it stays the same order, which is only charged once.'
