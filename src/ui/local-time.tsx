import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { getZoneCity, isSameZone, nameZone } from '#domain/dates/zone-name.ts'
import { formatTime, type TimeFormat } from './format-time.ts'

/** Shows every time inside it in one zone, for every reader. */
export const FixedZone = createContext<string | null>(null)

type Props = { at: string; zone: string; form?: TimeFormat; end?: string }

export function When({ at, zone, form = 'long', end }: Props) {
  const visitorZone = useVisitorZone()
  const fixed = use(FixedZone)
  if (fixed) return <time dateTime={at}>{formatTime(at, fixed, form, end)}</time>
  return (
    <time dateTime={at} data-local={form} data-end={end}>
      {formatTime(at, visitorZone ?? zone, form, end)}
    </time>
  )
}

export function ClassWhen({ at, zone, form = 'long', end }: Props) {
  return <time dateTime={at}>{formatTime(at, zone, form, end)}</time>
}

export function ZoneName({
  zone,
  otherwise,
}: { zone: string; otherwise?: never } | { zone?: never; otherwise: string }) {
  const known = useVisitorZone() ?? zone
  const fixed = use(FixedZone)
  if (fixed) return <span>{getZoneCity(fixed)}</span>
  return <span data-zone-name>{known ? getZoneCity(known) : otherwise}</span>
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
  const fixed = use(FixedZone)
  if (fixed) return isSameZone(fixed, zone) ? null : <Part>{children}</Part>
  return (
    <Part hidden={visitorZone === null || isSameZone(visitorZone, zone)} data-class-zone={zone}>
      {children}
    </Part>
  )
}

/** A label of a time and its zone: "Next start, your time". */
export function TimeLabel({ children, yours }: { children: string; yours: string }) {
  const fixed = use(FixedZone)
  return fixed ? `${children}, ${nameZone(fixed)}` : <span data-your-time={yours}>{children}</span>
}

const subscribeToNothing = () => () => undefined
const getVisitorZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

function useVisitorZone(): string | null {
  return useSyncExternalStore(subscribeToNothing, getVisitorZone, () => null)
}
