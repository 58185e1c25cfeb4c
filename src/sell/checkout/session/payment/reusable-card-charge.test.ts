import { describe, expect, test } from 'vitest'
import { readEnrolment } from '../enrolment.ts'
import {
  createTestCheckout,
  noResponse,
  now,
  paymentStatus,
  placedResponse,
  refusedResponse,
  submitForm,
} from './pay.world.ts'

const own = { reusableCardId: 'card-1' }
const unsent = { status: 200, data: { status: 'pending', data: { awaitsCard: true, retryAfterMs: 1500 } } }

function createSignedIn(responses: Parameters<typeof createTestCheckout>[0]) {
  const world = createTestCheckout(responses)
  world.checkoutSession.state.isSignedIn = true
  const seen: string[] = []
  world.checkoutSession.listeners.add(() => seen.push(JSON.stringify(world.checkoutSession.state)))
  return { ...world, seen }
}

describe('the call that charges a saved card gets no answer', () => {
  test('it is repeated with the same key until it is answered, and nobody says that nothing was charged', async () => {
    const { checkoutSession, listPayments, completedOrders, seen, clientSecrets } = createSignedIn({
      pay: [noResponse, refusedResponse(500, 'INTERNAL'), refusedResponse(429, 'RATE_LIMITED'), placedResponse()],
      verify: [paymentStatus('complete')],
    })
    await submitForm(checkoutSession, own)
    expect(listPayments()).toHaveLength(4)
    expect(new Set(listPayments().map(({ idempotencyKey, body }) => JSON.stringify([idempotencyKey, body]))).size).toBe(
      1,
    )
    expect(seen.join()).not.toMatch(/been charged/)
    expect(seen.join()).toContain('"isPlacementLost":true')
    expect(clientSecrets).toEqual([])
    expect(completedOrders).toEqual(['order-1'])
    expect(checkoutSession.state.enrolment.reusableCardCharge).toBeUndefined()
  })

  test.each([
    ['ALREADY_ENROLLED', { view: { is: 'enrolled' } }, 'lost'],
    ['SAVED_CARD_NOT_FOUND', { view: { is: 'form' }, notice: { is: 'say', isCardGone: true } }, undefined],
  ])(
    'a repeat that is refused by %s ends the wait, and the tab knows whether a charge is open',
    async (code, state, charge) => {
      const { checkoutSession, storage } = createSignedIn({ pay: [noResponse, refusedResponse(409, code)] })
      await submitForm(checkoutSession, own)
      expect(checkoutSession.state).toMatchObject({ ...state, isBusy: false })
      expect(readEnrolment(storage, now)?.reusableCardCharge).toBe(charge)
    },
  )

  test('a log-out meanwhile says that the outcome is unknown', async () => {
    const { checkoutSession } = createSignedIn({ pay: [noResponse, refusedResponse(401, 'TOKEN_REQUIRED')] })
    await submitForm(checkoutSession, own)
    expect(checkoutSession.state).toMatchObject({ view: { is: 'form' }, isSignedIn: false })
    expect(JSON.stringify(checkoutSession.state.notice)).toContain('don’t know yet')
  })
})

test('a saved card that follows another card never sends that card again', async () => {
  const lostQuestion = { status: 200, data: { status: 'pending', data: { nextAction: { redirectUrl: null } } } }
  const { checkoutSession, clientSecrets, completedOrders } = createSignedIn({
    pay: [placedResponse(), placedResponse(2)],
    verify: [lostQuestion, paymentStatus('pending'), paymentStatus('complete')],
    cards: [{ is: 'unknown' }, { is: 'declined', failure: 'card_declined' }],
  })
  await submitForm(checkoutSession)
  expect(checkoutSession.resend).not.toBeNull()
  await submitForm(checkoutSession, own)
  expect(clientSecrets).toEqual(['secret-1'])
  expect(completedOrders).toEqual(['order-1'])
})

test('a saved card whose charge still runs is not called uncharged, and another press continues the same order', async () => {
  const { checkoutSession, listPayments, storage } = createSignedIn({ pay: [placedResponse()], verify: [unsent] })
  await submitForm(checkoutSession, own)
  expect(checkoutSession.state).toMatchObject({ view: { is: 'form' }, notice: { is: 'say' } })
  expect(JSON.stringify(checkoutSession.state.notice)).toMatch(/not gone through yet.*only charged once/)
  expect(JSON.stringify(checkoutSession.state.notice)).not.toContain('haven’t been charged')
  expect(readEnrolment(storage, now)?.reusableCardCharge).toBe('sent')
  await submitForm(checkoutSession, own)
  expect(listPayments()[1]?.body).toMatchObject({ orderId: 'order-1' })
})
