import { Check, Hourglass, Landmark, Undo2, X } from 'lucide-react'
import { Chip } from '#ui/chip.tsx'
import type { OrderListItem } from '../wire/orders.ts'

export const STATUS_LABELS = { pending: 'Pending', complete: 'Complete', failed: 'Failed' } as const
const STYLES = {
  pending: { tone: 'warn', Icon: Hourglass, label: STATUS_LABELS.pending },
  failed: { tone: 'bad', Icon: X, label: STATUS_LABELS.failed },
  complete: { tone: 'good', Icon: Check, label: STATUS_LABELS.complete },
  'part-refunded': { tone: 'info', Icon: Undo2, label: 'Part refunded' },
  refunded: { tone: 'past', Icon: Undo2, label: 'Refunded' },
  disputed: { tone: 'warn', Icon: Landmark, label: 'Disputed' },
  lost: { tone: 'bad', Icon: Landmark, label: 'Lost' },
} as const

export function StatusChip({ status, outcome }: Pick<OrderListItem, 'status' | 'outcome'>) {
  const { tone, Icon, label } = STYLES[outcome ?? status]
  return (
    <Chip tone={tone}>
      <Icon size={14} aria-hidden /> {label}
    </Chip>
  )
}
