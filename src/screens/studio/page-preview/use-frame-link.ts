/** The address of the draft's page for the studio's own frame. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPreviewLink } from '#catalogue/previews/wire.ts'
import { browserClient, type SignedInAudience } from '#http/client.ts'

/** `path`: null until it is known. `open` makes another one, because each ends after an hour. */
export type FrameLink = { path: string | null; error: string | null; open: () => void }

export function useFrameLink(course: string, as: SignedInAudience): FrameLink {
  const isAsked = useRef(false)
  const [path, setPath] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const open = useCallback(async () => {
    setError(null)
    const body = { kind: 'frame' as const }
    const response = await browserClient().call(createPreviewLink, { auth: as, params: { course }, body })
    if (response.error !== null) return setError(response.error)
    setPath(response.data.data.path)
  }, [as, course])
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void open()
  }, [open])
  return { path, error, open: () => void open() }
}
