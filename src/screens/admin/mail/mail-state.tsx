import { Ban, Check, CircleHelp, CircleSlash, Hourglass, X } from 'lucide-react'
import { Chip } from '#ui/chip.tsx'
import type { MailListItem } from '../wire/mails.ts'

const STATES = {
  queued: { label: 'Waiting', tone: 'info', Icon: Hourglass },
  sending: { label: 'Being sent', tone: 'info', Icon: Hourglass },
  sent: { label: 'Sent', tone: 'good', Icon: Check },
  failed: { label: 'Failed', tone: 'bad', Icon: X },
  suppressed: { label: 'Suppressed', tone: 'warn', Icon: Ban },
  cancelled: { label: 'Cancelled', tone: 'past', Icon: CircleSlash },
} as const
const UNKNOWN = { label: 'May have arrived', tone: 'warn', Icon: CircleHelp } as const

export function MailState({
  mail: { state, mayHaveArrived },
}: {
  mail: Pick<MailListItem, 'state' | 'mayHaveArrived'>
}) {
  const { label, tone, Icon } = state === 'failed' && mayHaveArrived ? UNKNOWN : STATES[state]
  return (
    <Chip tone={tone}>
      <Icon size={14} aria-hidden /> {label}
    </Chip>
  )
}
