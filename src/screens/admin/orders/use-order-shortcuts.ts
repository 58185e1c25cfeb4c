/** Keyboard shortcuts of the order list and the open order. Single letters can be turned off (WCAG 2.1.4). */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { areSingleKeysOn } from '#ui/browser/single-keys.ts'

type OrderShortcutOptions = {
  list: RefObject<HTMLElement | null>
  openId: string | null
  neighbours: { before: string | null; after: string | null }
  orderUrl: (orderId: string | null) => string
}

export function useOrderShortcuts({ list, openId, neighbours, orderUrl }: OrderShortcutOptions): void {
  const navigate = useNavigate()
  const lastOpenId = useRef<string | null>(openId)
  // After the order closes, focus returns to its row.
  useEffect(() => {
    if (lastOpenId.current && !openId) findRowLink(list.current, lastOpenId.current)?.focus({ preventScroll: true })
    lastOpenId.current = openId
  }, [list, openId])

  // A layout effect, so that a key pressed right after the render already acts on the visible order.
  useLayoutEffect(() => {
    const openOrder = (orderId: string | null) =>
      void navigate(orderUrl(orderId), { preventScrollReset: true, replace: orderId !== null })
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      if (event.key === 'Escape' && openId) return openOrder(null)
      if (!areSingleKeysOn()) return
      if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLElement>('[data-search-orders]')?.focus()
      }
      if (event.key !== 'j' && event.key !== 'k') return
      const next = event.key === 'j' ? neighbours.after : neighbours.before
      if (openId) return next ? openOrder(next) : undefined
      focusRow(list.current, event.key === 'j' ? 1 : -1)
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [list, openId, neighbours.before, neighbours.after, orderUrl, navigate])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
  )
}

const listRowLinks = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('a[data-order]') ?? [])]
const findRowLink = (list: HTMLElement | null, orderId: string) =>
  listRowLinks(list).find((row) => row.dataset.order === orderId)

function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const rows = listRowLinks(list)
  const index = rows.indexOf(document.activeElement as HTMLElement)
  const next = index < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, index + step))
  rows[next]?.focus()
}
