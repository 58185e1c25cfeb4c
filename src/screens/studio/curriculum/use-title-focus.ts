import { useEffect, useRef } from 'react'

/** Focuses the title of a lesson or module once it is on the page. */
export function useTitleFocus(): (key: string) => void {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const row = document.querySelector(`[data-lesson="${wanted.current}"], [data-module="${wanted.current}"]`)
    const title = row?.querySelector('input')
    if (!title) return
    wanted.current = null
    title.focus()
  })
  return (key) => {
    wanted.current = key
  }
}
