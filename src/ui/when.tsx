import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { isSameZone, placeOf } from '#domain/schedule.ts'
import { type WhenForm, whenText } from './when-text.ts'

/** A part in which every time is told in one zone, whoever reads it. */
export const FixedZone = createContext<string | null>(null)

type Props = { at: string; zone: string; form?: WhenForm; end?: string }

export function When({ at, zone, form = 'long', end }: Props) {
  const visitorZone = useVisitorZone()
  const fixed = use(FixedZone)
  if (fixed) return <time dateTime={at}>{whenText(at, fixed, form, end)}</time>
  return (
    <time dateTime={at} data-local={form} data-end={end}>
      {whenText(at, visitorZone ?? zone, form, end)}
    </time>
  )
}

export function ClassWhen({ at, zone, form = 'long', end }: Props) {
  return <time dateTime={at}>{whenText(at, zone, form, end)}</time>
}

export function ZoneName({
  zone,
  otherwise,
}: { zone: string; otherwise?: never } | { zone?: never; otherwise: string }) {
  const known = useVisitorZone() ?? zone
  const fixed = use(FixedZone)
  if (fixed) return <span>{placeOf(fixed)}</span>
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
  const fixed = use(FixedZone)
  if (fixed) return isSameZone(fixed, zone) ? null : <Part>{children}</Part>
  return (
    <Part hidden={visitorZone === null || isSameZone(visitorZone, zone)} data-class-zone={zone}>
      {children}
    </Part>
  )
}

/** What a time is called, and whose it is: "Next start, your time". */
export function TimeLabel({ children, yours }: { children: string; yours: string }) {
  const fixed = use(FixedZone)
  return fixed ? `${children}, ${placeOf(fixed)} time` : <span data-your-time={yours}>{children}</span>
}

const neverChanges = () => () => undefined
const visitorZoneNow = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

function useVisitorZone(): string | null {
  return useSyncExternalStore(neverChanges, visitorZoneNow, () => null)
}
