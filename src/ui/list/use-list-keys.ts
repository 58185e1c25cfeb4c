/** Keyboard shortcuts of a list and its open entry. Single letters can be turned off (WCAG 2.1.4). */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { areSingleKeysOn } from '#ui/browser/single-keys.ts'

type Options = {
  /** The keys of the rows, in their order. */
  keys: readonly string[]
  openKey: string | null
  rowUrl: (key: string | null) => string
}
/** The URLs of the rows before and after the open one. */
type Neighbours = { before: string | null; after: string | null }

export function useListKeys({ keys, openKey, rowUrl }: Options): Neighbours {
  const navigate = useNavigate()
  const lastOpenKey = useRef(openKey)
  const index = openKey === null ? -1 : keys.indexOf(openKey)
  const toUrl = (key: string | undefined) => (index < 0 || key === undefined ? null : rowUrl(key))
  const [before, after, closed] = [toUrl(keys[index - 1]), toUrl(keys[index + 1]), rowUrl(null)]

  // After the entry closes, focus returns to its row.
  useEffect(() => {
    if (lastOpenKey.current && !openKey) findRowLink(lastOpenKey.current)?.focus({ preventScroll: true })
    lastOpenKey.current = openKey
  }, [openKey])

  // A layout effect, so that a key pressed right after the render already acts on the visible entry.
  useLayoutEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      if (event.key === 'Escape' && openKey) return void navigate(closed, { preventScrollReset: true })
      if (!areSingleKeysOn()) return
      if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLElement>('[data-list-search]')?.focus()
      }
      if (event.key !== 'j' && event.key !== 'k') return
      if (!openKey) return focusRow(event.key === 'j' ? 1 : -1)
      const next = event.key === 'j' ? after : before
      if (next) void navigate(next, { preventScrollReset: true, replace: true })
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [openKey, before, after, closed, navigate])
  return { before, after }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
  )
}

const listRowLinks = () => [...document.querySelectorAll<HTMLElement>('[data-row] a')]
const findRowLink = (key: string) =>
  listRowLinks().find((link) => link.closest<HTMLElement>('[data-row]')?.dataset.row === key)

function focusRow(step: 1 | -1): void {
  const links = listRowLinks()
  const index = links.indexOf(document.activeElement as HTMLElement)
  const next = index < 0 ? 0 : Math.min(links.length - 1, Math.max(0, index + step))
  links[next]?.focus()
}
