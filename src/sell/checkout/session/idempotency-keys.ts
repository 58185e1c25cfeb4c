/** docs/contract §2: a submit gets a new idempotency key when its body changed or the last response was final. */
export type IdempotencyKeys = {
  getKey(body: unknown): string
  handleResponse(answer: { status: number; errorCode: string | null }): void
}

export function createIdempotencyKeys(createKey: () => string = () => crypto.randomUUID()): IdempotencyKeys {
  let pending: { key: string; body: string } | null = null
  return {
    getKey(body) {
      const bodyText = JSON.stringify(body)
      if (pending?.body !== bodyText) pending = { key: createKey(), body: bodyText }
      return pending.key
    },
    handleResponse(response) {
      if (isFinal(response)) pending = null
    },
  }
}

/** After no response, a server error or "still running", the outcome is unknown. */
function isFinal({ status, errorCode }: { status: number; errorCode: string | null }): boolean {
  return status > 0 && status < 500 && errorCode !== 'IDEMPOTENCY_IN_FLIGHT'
}
