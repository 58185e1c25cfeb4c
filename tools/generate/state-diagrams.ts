/** Generates docs/states.md: a diagram of every state machine, from the tables in src/domain. */
import * as dispute from '#domain/orders/dispute.ts'
import * as enrolment from '#domain/orders/enrolment.ts'
import * as order from '#domain/orders/order.ts'
import * as payment from '#domain/orders/payment.ts'
import * as refund from '#domain/orders/refund.ts'
import * as seatHold from '#domain/orders/seat-hold.ts'
import * as waitlistOffer from '#domain/orders/waitlist-offer.ts'

type Table = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>

const MACHINES: [name: string, table: Table][] = [
  ['Order', order.ORDER_TRANSITIONS],
  ['Payment', payment.PAYMENT_TRANSITIONS],
  ['Seat hold', seatHold.SEAT_HOLD_TRANSITIONS],
  ['Waitlist offer', waitlistOffer.WAITLIST_OFFER_TRANSITIONS],
  ['Enrolment', enrolment.ENROLMENT_TRANSITIONS],
  ['Refund', refund.REFUND_TRANSITIONS],
  ['Dispute', dispute.DISPUTE_TRANSITIONS],
]

export function drawStates(): string {
  const header =
    '# States\n\nGenerated from the tables in `src/domain`. The database refuses every other move (`guard_transition`).\n'
  return [header, ...MACHINES.map(([name, table]) => `## ${name}\n\n\`\`\`mermaid\n${draw(table)}\n\`\`\`\n`)].join(
    '\n',
  )
}

function draw(table: Table): string {
  const [first = ''] = Object.keys(table)
  const moves = Object.entries(table).flatMap(([from, row]) =>
    Object.entries(row).map(([event, to]) => `  ${from} --> ${to}: ${event}`),
  )
  const ends = Object.keys(table).filter((state) => Object.keys(table[state] ?? {}).length === 0)
  return ['stateDiagram-v2', `  [*] --> ${first}`, ...moves, ...ends.map((state) => `  ${state} --> [*]`)].join('\n')
}
