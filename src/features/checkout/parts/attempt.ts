/** Contract §2: a new key for each submit whose body differs from the last, or whose last answer was final. */
export type Attempts = {
  keyFor(body: unknown): string
  answered(answer: { status: number; errorCode: string | null }): void
}

export function openAttempts(newKey: () => string = () => crypto.randomUUID()): Attempts {
  let open: { key: string; body: string } | null = null
  return {
    keyFor(body) {
      const text = JSON.stringify(body)
      if (open?.body !== text) open = { key: newKey(), body: text }
      return open.key
    },
    answered(answer) {
      if (isFinal(answer)) open = null
    },
  }
}

/** No answer, a failure of the server and "still running" leave open what was done. */
function isFinal({ status, errorCode }: { status: number; errorCode: string | null }): boolean {
  return status > 0 && status < 500 && errorCode !== 'IDEMPOTENCY_IN_FLIGHT'
}
