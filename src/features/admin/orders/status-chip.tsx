import { Check, Hourglass, X } from 'lucide-react'
import { Chip } from '#ui/chip.tsx'
import type { OrderListItem } from '../wire/orders.ts'

export const STATUS_LABELS = { pending: 'Pending', complete: 'Complete', failed: 'Failed' } as const
const STATUS_STYLES = {
  pending: { tone: 'warn', Icon: Hourglass },
  complete: { tone: 'good', Icon: Check },
  failed: { tone: 'bad', Icon: X },
} as const

export function StatusChip({ status }: { status: OrderListItem['status'] }) {
  const { tone, Icon } = STATUS_STYLES[status]
  return (
    <Chip tone={tone}>
      <Icon size={14} aria-hidden /> {STATUS_LABELS[status]}
    </Chip>
  )
}
