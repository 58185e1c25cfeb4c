import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TimelineEvent } from '../wire/orders.ts'
import { OrderEvents } from './order-events.tsx'

const AT = '2027-01-12T12:00:00.000Z'
const listNotes = (event: Pick<TimelineEvent, 'what'> & Partial<TimelineEvent>) => {
  const whole = { at: AT, amount: null, by: null, text: null, method: null, seen: null, ...event }
  const html = renderToStaticMarkup(<OrderEvents events={[whole]} />)
  return [...html.matchAll(/<small>(.*?)<\/small>/g)].map(([, note]) => note)
}

test('the history of an order says in words what a bank gave as a reason, and only of a late payment when it was confirmed', () => {
  for (const by of ['webhook', 'asking'] as const) {
    const listPaid = (seconds: number) => listNotes({ what: 'paid', method: 'card', seen: { by, seconds } })
    expect(listPaid(0)).toEqual([])
    expect(listPaid(59)).toEqual([])
    expect(listPaid(60)).toEqual(['Confirmed after 1 minute'])
    expect(listPaid(3 * 60)).toEqual(['Confirmed after 3 minutes'])
  }
  for (const what of ['dispute-inquiry', 'dispute-opened'] as const)
    expect(listNotes({ what, text: 'fraudulent' })).toEqual(['Reason: the payer says they didn’t make this payment'])
})
