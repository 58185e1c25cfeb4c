import { describe, expect, test } from 'vitest'
import { answerBankChallenge } from './pay.ts'
import { createTestCheckout, noResponse, paymentStatus, placedResponse, submitForm } from './pay.world.ts'
import { startPolling } from './poll-payment.ts'

describe('while the outcome is unknown', () => {
  test('it polls with growing delays and never shows a failure', async () => {
    const { checkoutSession, completedOrders, pauses } = createTestCheckout({
      pay: [placedResponse()],
      verify: [paymentStatus('pending'), noResponse, paymentStatus('pending'), paymentStatus('complete')],
      cards: [{ is: 'unknown' }],
    })
    const views: string[] = []
    checkoutSession.listeners.add(() => views.push(checkoutSession.state.view.is))
    await submitForm(checkoutSession)
    expect(completedOrders).toEqual(['order-1'])
    expect(new Set(views)).toEqual(new Set(['form', 'waiting']))
    expect(pauses).toEqual([1500, 1500, 2000])
  })

  test('a card without a response is sent again as the same payment once the server is reachable', async () => {
    const { checkoutSession, clientSecrets, completedOrders } = createTestCheckout({
      pay: [placedResponse()],
      verify: [noResponse, paymentStatus('pending'), paymentStatus('complete')],
      cards: [{ is: 'unknown' }, { is: 'succeeded' }],
    })
    await submitForm(checkoutSession)
    expect(clientSecrets).toEqual(['secret-1', 'secret-1'])
    expect(completedOrders).toEqual(['order-1'])
  })

  test('a bank challenge is answered with the same client secret', async () => {
    const { checkoutSession, clientSecrets, completedOrders } = createTestCheckout({
      pay: [placedResponse()],
      verify: [paymentStatus('complete')],
      cards: [{ is: 'asks' }, { is: 'succeeded' }],
    })
    await submitForm(checkoutSession)
    expect(checkoutSession.state.view).toEqual({ is: 'challenge', clientSecret: 'secret-1' })
    await answerBankChallenge(checkoutSession, 'accept')
    expect(clientSecrets).toEqual(['secret-1', 'secret-1'])
    expect(completedOrders).toEqual(['order-1'])
  })

  test('a bank challenge is shown after a reload and disappears once it was completed elsewhere', async () => {
    const challengeResponse = {
      status: 200,
      data: { status: 'pending', data: { nextAction: { redirectUrl: 'https://bank.test/q' } } },
    }
    const { checkoutSession, completedOrders } = createTestCheckout({
      pay: [placedResponse()],
      verify: [challengeResponse, challengeResponse, paymentStatus('pending'), paymentStatus('complete')],
    })
    const views: string[] = []
    checkoutSession.listeners.add(() => views.push(checkoutSession.state.view.is))
    await submitForm(checkoutSession)
    expect(views.filter((view, index) => view !== views[index - 1])).toEqual(['form', 'waiting', 'question', 'waiting'])
    expect(completedOrders).toEqual(['order-1'])
  })

  test('a challenge whose page was closed shows the form again and is not called declined', async () => {
    const closedPageResponse = { status: 200, data: { status: 'pending', data: { nextAction: { redirectUrl: null } } } }
    const { checkoutSession } = createTestCheckout({
      pay: [placedResponse()],
      verify: [closedPageResponse],
      cards: [{ is: 'unknown' }],
    })
    await submitForm(checkoutSession)
    expect(checkoutSession.state).toMatchObject({
      view: { is: 'form' },
      notice: { is: 'say' },
      enrolment: { step: 'details' },
    })
  })

  test('a card that never reached the bank shows the form again for the same order, after enough time', async () => {
    const unsentResponse = { status: 200, data: { status: 'pending', data: { awaitsCard: true, retryAfterMs: 1500 } } }
    const { checkoutSession, pauses, listPayments, clientSecrets } = createTestCheckout({
      pay: [placedResponse()],
      verify: [unsentResponse],
      cards: [{ is: 'processing' }],
    })
    await submitForm(checkoutSession)
    expect(checkoutSession.state).toMatchObject({
      view: { is: 'form' },
      notice: { is: 'say' },
      enrolment: { step: 'details', orderId: 'order-1' },
    })
    expect(pauses).toEqual([1500, 1500])
    await submitForm(checkoutSession)
    expect(listPayments()[1]?.body).toMatchObject({ orderId: 'order-1' })
    expect(clientSecrets).toEqual(['secret-1', 'secret-1'])
  })

  test('a late payment is shown as being refunded, not as failed', async () => {
    const { checkoutSession } = createTestCheckout({
      pay: [placedResponse()],
      verify: [paymentStatus('pending'), paymentStatus('failed', 'SOLD_OUT_REFUNDED')],
    })
    await submitForm(checkoutSession)
    expect(checkoutSession.state.view).toEqual({ is: 'returned', failure: 'SOLD_OUT_REFUNDED' })
  })

  test('a later polling loop replaces the earlier one', async () => {
    const { checkoutSession, sent } = createTestCheckout({
      pay: [placedResponse()],
      verify: [paymentStatus('pending'), paymentStatus('pending'), paymentStatus('complete')],
      cards: [{ is: 'processing' }],
    })
    await submitForm(checkoutSession)
    const previousCount = sent.length
    await Promise.all([startPolling(checkoutSession), startPolling(checkoutSession)])
    expect(sent.length - previousCount).toBeLessThanOrEqual(3)
  })
})
