/** docs/states.md: every state machine as a picture, drawn from the tables that the program follows. */
import * as dispute from '#domain/dispute.ts'
import * as enrolment from '#domain/enrolment.ts'
import * as order from '#domain/order.ts'
import * as payment from '#domain/payment.ts'
import * as refund from '#domain/refund.ts'
import * as seatHold from '#domain/seat-hold.ts'

type Table = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>

const MACHINES: [name: string, table: Table][] = [
  ['Order', order.TABLE],
  ['Payment', payment.TABLE],
  ['Seat hold', seatHold.TABLE],
  ['Enrolment', enrolment.TABLE],
  ['Refund', refund.TABLE],
  ['Dispute', dispute.TABLE],
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
