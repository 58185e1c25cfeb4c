import { useState } from 'react'
import type { ApiFailure, ApiSuccess } from '#http/parse-response.ts'

/** One call at a time. The refusal of the last one is shown until the next. */
export function useCall(send: () => Promise<ApiSuccess<unknown> | ApiFailure>) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function run() {
    if (isBusy) return
    setBusy(true)
    setError(null)
    const response = await send()
    setError(response.error)
    setBusy(false)
  }
  return { run: () => void run(), isBusy, error }
}
