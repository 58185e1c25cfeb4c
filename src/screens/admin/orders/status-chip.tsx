import { Check, CircleAlert, Hourglass, Landmark, Undo2, X } from 'lucide-react'
import { Chip } from '#ui/chip.tsx'
import type { OrderListItem } from '../wire/orders.ts'

export const STATUS_LABELS = { pending: 'Pending', complete: 'Complete', failed: 'Failed' } as const
const STYLES = {
  pending: { tone: 'warn', Icon: Hourglass, label: STATUS_LABELS.pending },
  failed: { tone: 'bad', Icon: X, label: STATUS_LABELS.failed },
  complete: { tone: 'good', Icon: Check, label: STATUS_LABELS.complete },
  deposit: { tone: 'warn', Icon: Hourglass, label: 'Deposit paid' },
  overdue: { tone: 'bad', Icon: CircleAlert, label: 'Balance overdue' },
  free: { tone: 'past', Icon: Check, label: 'Free' },
  'part-refunded': { tone: 'info', Icon: Undo2, label: 'Part refunded' },
  refunded: { tone: 'past', Icon: Undo2, label: 'Refunded' },
  disputed: { tone: 'warn', Icon: Landmark, label: 'Disputed' },
  lost: { tone: 'bad', Icon: Landmark, label: 'Lost' },
} as const

type Props = Pick<OrderListItem, 'status' | 'outcome'> & {
  /** The balance after a deposit is due later, or its day has passed. Null: nothing is due. */
  balance: 'deposit' | 'overdue' | null
  isFree: boolean
}

/** A complete order that still owes its balance, or that cost nothing, says so. */
export function StatusChip(props: Props) {
  const { tone, Icon, label } = STYLES[chooseStyle(props)]
  return (
    <Chip tone={tone}>
      <Icon size={14} aria-hidden /> {label}
    </Chip>
  )
}

function chooseStyle({ status, outcome, balance, isFree }: Props): keyof typeof STYLES {
  if (outcome !== 'complete') return outcome ?? status
  return balance ?? (isFree ? 'free' : 'complete')
}
