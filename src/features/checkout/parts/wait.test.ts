import { describe, expect, test } from 'vitest'
import { answer } from './pay.ts'
import { noAnswer, placed, press, stands, world } from './pay.world.ts'
import { wait } from './wait.ts'

describe('while the outcome is unknown', () => {
  test('it waits, asks ever less often, and never says failed', async () => {
    const { checkoutSession, arrived, pauses } = world({
      pay: [placed()],
      verify: [stands('pending'), noAnswer, stands('pending'), stands('complete')],
      cards: [{ is: 'unknown' }],
    })
    const views: string[] = []
    checkoutSession.listeners.add(() => views.push(checkoutSession.state.view.is))
    await press(checkoutSession)
    expect(arrived).toEqual(['order-1'])
    expect(new Set(views)).toEqual(new Set(['form', 'waiting']))
    expect(pauses).toEqual([1500, 1500, 2000])
  })

  test('a card that got no answer is sent again, as the same payment, once we can be reached', async () => {
    const { checkoutSession, secrets, arrived } = world({
      pay: [placed()],
      verify: [noAnswer, stands('pending'), stands('complete')],
      cards: [{ is: 'unknown' }, { is: 'succeeded' }],
    })
    await press(checkoutSession)
    expect(secrets).toEqual(['secret-1', 'secret-1'])
    expect(arrived).toEqual(['order-1'])
  })

  test('the bank that asks something back is answered with the same secret', async () => {
    const { checkoutSession, secrets, arrived } = world({
      pay: [placed()],
      verify: [stands('complete')],
      cards: [{ is: 'asks' }, { is: 'succeeded' }],
    })
    await press(checkoutSession)
    expect(checkoutSession.state.view).toEqual({ is: 'challenge', clientSecret: 'secret-1' })
    await answer(checkoutSession, 'accept')
    expect(secrets).toEqual(['secret-1', 'secret-1'])
    expect(arrived).toEqual(['order-1'])
  })

  test('a question found after a reload is shown, and gone once it was answered elsewhere', async () => {
    const asks = {
      status: 200,
      data: { status: 'pending', data: { nextAction: { redirectUrl: 'https://bank.test/q' } } },
    }
    const { checkoutSession, arrived } = world({
      pay: [placed()],
      verify: [asks, asks, stands('pending'), stands('complete')],
    })
    const views: string[] = []
    checkoutSession.listeners.add(() => views.push(checkoutSession.state.view.is))
    await press(checkoutSession)
    expect(views.filter((view, at) => view !== views[at - 1])).toEqual(['form', 'waiting', 'question', 'waiting'])
    expect(arrived).toEqual(['order-1'])
  })

  test('a question whose page is gone brings the form back, to pay anew; nothing is called declined', async () => {
    const gone = { status: 200, data: { status: 'pending', data: { nextAction: { redirectUrl: null } } } }
    const { checkoutSession } = world({ pay: [placed()], verify: [gone], cards: [{ is: 'unknown' }] })
    await press(checkoutSession)
    expect(checkoutSession.state).toMatchObject({
      view: { is: 'form' },
      notice: { is: 'say' },
      enrolment: { step: 'details' },
    })
  })

  test('a card that never reached the bank brings the form back for the same order, not before it would have arrived', async () => {
    const unsent = { status: 200, data: { status: 'pending', data: { awaitsCard: true, retryAfterMs: 1500 } } }
    const { checkoutSession, pauses, paid, secrets } = world({
      pay: [placed()],
      verify: [unsent],
      cards: [{ is: 'processing' }],
    })
    await press(checkoutSession)
    expect(checkoutSession.state).toMatchObject({
      view: { is: 'form' },
      notice: { is: 'say' },
      enrolment: { step: 'details', orderId: 'order-1' },
    })
    expect(pauses).toEqual([1500, 1500])
    await press(checkoutSession)
    expect(paid()[1]?.body).toMatchObject({ orderId: 'order-1' })
    expect(secrets).toEqual(['secret-1', 'secret-1'])
  })

  test('money that came too late is told as on its way back, not as failed', async () => {
    const { checkoutSession } = world({
      pay: [placed()],
      verify: [stands('pending'), stands('failed', 'SOLD_OUT_REFUNDED')],
    })
    await press(checkoutSession)
    expect(checkoutSession.state.view).toEqual({ is: 'returned', failure: 'SOLD_OUT_REFUNDED' })
  })

  test('somebody who asks later takes over: two never ask at once', async () => {
    const { checkoutSession, sent } = world({
      pay: [placed()],
      verify: [stands('pending'), stands('pending'), stands('complete')],
      cards: [{ is: 'processing' }],
    })
    await press(checkoutSession)
    const before = sent.length
    await Promise.all([wait(checkoutSession), wait(checkoutSession)])
    expect(sent.length - before).toBeLessThanOrEqual(3)
  })
})
