/** The address of the draft's page for the studio's own frame. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPreviewLink } from '#catalogue/previews/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'

/** `path`: null until it is known. `open` makes another one, because each ends after an hour. */
export type FrameLink = {
  path: string | null
  error: string | null
  open: () => void
  /** Whether it ends soon, or has ended. */
  isOld: () => boolean
  /** Told the status of each load of the page, 0 if unknown. Makes another link if somebody ended this one. */
  note: (status: number) => void
}

/** By this browser's clock since the link was made, which need not agree with the server's. */
const RENEWED_AFTER_MS = 50 * 60 * 1000

export function useFrameLink(course: string, as: SignedInAudience): FrameLink {
  const isAsked = useRef(false)
  const madeAt = useRef(0)
  const isGood = useRef(false)
  const [path, setPath] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const open = useCallback(async () => {
    setError(null)
    const body = { kind: 'frame' as const }
    const response = await browserClient().call(createPreviewLink, { auth: as, params: { course }, body })
    if (response.error !== null) return setError(response.error)
    madeAt.current = Date.now()
    isGood.current = false
    setPath(response.data.data.path)
  }, [as, course])
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void open()
  }, [open])
  const isOld = () => path !== null && Date.now() - madeAt.current > RENEWED_AFTER_MS
  function note(status: number): void {
    // A link that never worked is not made anew: its page itself has a fault, and the next one would have it too.
    if (status === 404 && isGood.current) void open()
    else isGood.current = status < 400
  }
  return { path, error, open: () => void open(), isOld, note }
}
