import { type ReactNode, useSyncExternalStore } from 'react'
import { placeOf } from '#domain/schedule.ts'
import { type WhenForm, whenText } from './when-text.ts'

type Props = { at: string; zone: string; form?: WhenForm; end?: string }

export function When({ at, zone, form = 'long', end }: Props) {
  const visitorZone = useVisitorZone()
  return (
    <time dateTime={at} data-local={form} data-end={end}>
      {whenText(at, visitorZone ?? zone, form, end)}
    </time>
  )
}

export function ClassWhen({ at, zone, form = 'long' }: Omit<Props, 'end'>) {
  return <time dateTime={at}>{whenText(at, zone, form)}</time>
}

export function ZoneName({
  zone,
  otherwise,
}: { zone: string; otherwise?: never } | { zone?: never; otherwise: string }) {
  const known = useVisitorZone() ?? zone
  return <span data-zone-name>{known ? placeOf(known) : otherwise}</span>
}

export function InOtherZone({
  zone,
  as: Part = 'span',
  children,
}: {
  zone: string
  as?: 'span' | 'div'
  children: ReactNode
}) {
  const visitorZone = useVisitorZone()
  return (
    <Part hidden={visitorZone === null || visitorZone === zone} data-class-zone={zone}>
      {children}
    </Part>
  )
}

const neverChanges = () => () => undefined
const visitorZoneNow = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

function useVisitorZone(): string | null {
  return useSyncExternalStore(neverChanges, visitorZoneNow, () => null)
}
