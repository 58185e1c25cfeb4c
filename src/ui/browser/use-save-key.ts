import { useEffect, useRef } from 'react'

/** ⌘S or Ctrl+S saves at once. */
export function useSaveKey(save: () => void): void {
  const current = useRef(save)
  current.current = save
  useEffect(() => {
    const controller = new AbortController()
    addEventListener(
      'keydown',
      (event) => {
        if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.altKey) return
        event.preventDefault()
        current.current()
      },
      { signal: controller.signal },
    )
    return () => controller.abort()
  }, [])
}
