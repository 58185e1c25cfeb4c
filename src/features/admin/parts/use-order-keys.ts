/** The keys of a list and of what is open beside it. Single letters can be switched off: WCAG 2.1.4. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { areKeysOn } from '#ui/single-keys.ts'

type Given = {
  list: RefObject<HTMLElement | null>
  openId: string | null
  beside: { before: string | null; after: string | null }
  to: (orderId: string | null) => string
}

export function useOrderKeys({ list, openId, beside, to }: Given): void {
  const navigate = useNavigate()
  const last = useRef<string | null>(openId)
  // Who closes what was open is back at the row that it belongs to.
  useEffect(() => {
    if (last.current && !openId) rowOf(list.current, last.current)?.focus({ preventScroll: true })
    last.current = openId
  }, [list, openId])

  // With the order on the screen, not a moment after it: a key that comes at once means what is seen.
  useLayoutEffect(() => {
    const open = (orderId: string | null) =>
      void navigate(to(orderId), { preventScrollReset: true, replace: orderId !== null })
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      if (event.key === 'Escape' && openId) return open(null)
      if (!areKeysOn()) return
      if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLElement>('[data-search-orders]')?.focus()
      }
      if (event.key !== 'j' && event.key !== 'k') return
      const next = event.key === 'j' ? beside.after : beside.before
      if (openId) return next ? open(next) : undefined
      focusRow(list.current, event.key === 'j' ? 1 : -1)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [list, openId, beside.before, beside.after, to, navigate])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
  )
}

const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('a[data-order]') ?? [])]
const rowOf = (list: HTMLElement | null, orderId: string) => rowsIn(list).find((row) => row.dataset.order === orderId)

function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const rows = rowsIn(list)
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))
  rows[next]?.focus()
}
