import { Check, Hourglass, X } from 'lucide-react'
import { Chip } from '#ui/chip.tsx'
import type { Row } from '../wire/orders.ts'

export const STATUS_WORDS = { pending: 'Pending', complete: 'Complete', failed: 'Failed' } as const
const LOOKS = {
  pending: { tone: 'warn', Icon: Hourglass },
  complete: { tone: 'good', Icon: Check },
  failed: { tone: 'bad', Icon: X },
} as const

export function StatusChip({ status }: { status: Row['status'] }) {
  const { tone, Icon } = LOOKS[status]
  return (
    <Chip tone={tone}>
      <Icon size={14} aria-hidden /> {STATUS_WORDS[status]}
    </Chip>
  )
}
