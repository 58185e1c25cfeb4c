import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** What is missing and what is public changes with each saved text. */
export function useReloadAfterSave(...savedAt: (number | null)[]): void {
  const { revalidate } = useRevalidator()
  const last = Math.max(...savedAt.map((at) => at ?? 0))
  useEffect(() => {
    if (last > 0) void revalidate()
  }, [last, revalidate])
}
