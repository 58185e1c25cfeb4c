/** The result of a call of the API: its body, or the refusal with its sentence. See `docs/contract` §2. */
export type ApiSuccess<Body> = { data: Body; error: null; errorCode: null; status: number }
export type ApiFailure = {
  /** The refusal's whole body, if it had one. */
  data: unknown
  error: string
  errorCode: string | null
  /** 0: no response, so it is unknown whether the call took effect. */
  status: number
  fields?: Record<string, string>
  /** The value of `Retry-After`. */
  retryAfterSeconds?: number
}

/**
 * A form's answer with `status: "failed"` is a refusal, whatever its HTTP status (docs/specification.md §7). A failed
 * payment has the same status, but no sentence and no code: it is an answer. The sentence is the response's `info`, else
 * `message`, else `error`, else one by status (`docs/contract` §2).
 */
export function parseResponse(response: Response, text: string): ApiSuccess<unknown> | ApiFailure {
  const body = parseJson(text)
  const { status } = response
  const json = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const sentence = [json.info, json.message, json.error].find(
    (candidate) => typeof candidate === 'string' && candidate !== '',
  )
  const isRefusedForm = json.status === 'failed' && (sentence !== undefined || typeof json.errorCode === 'string')
  if (status < 400 && !isRefusedForm) return { data: body, error: null, errorCode: null, status }

  const retryAfter = Number(response.headers.get('retry-after'))
  return {
    data: body,
    error: (sentence as string | undefined) ?? getFallback(status),
    errorCode: typeof json.errorCode === 'string' ? json.errorCode : null,
    status,
    ...(isFields(json.fields) && { fields: json.fields }),
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  }
}

/** docs/specification.md §8. */
function getFallback(status: number): string {
  if (status < 400) return 'Something went wrong'
  return status >= 500 ? 'Internal Server Error' : 'Not Found.'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isFields(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((sentence) => typeof sentence === 'string')
  )
}
