/** HTTP requests to identity providers. A failure is a reason without secrets, never an exception. */
import type { z } from 'zod'
import { isSlash, trimEnd } from '#domain/trim.ts'
import { readUpTo } from '../read-response.ts'
import type { ProviderResult } from './provider.ts'

const TIMEOUT_MS = 8_000
/** More than any valid response. A longer response is refused. */
const MAX_BYTES = 256 * 1024

export async function requestJson<Schema extends z.ZodType>(
  purpose: string,
  url: string,
  schema: Schema,
  form?: Record<string, string>,
): Promise<ProviderResult<z.output<Schema>>> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/json' },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    const text = await readUpTo(response, MAX_BYTES)
    if (!response.ok) return { ok: false, reason: `${purpose}: status ${response.status}` }
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, reason: `${purpose}: unexpected response` }
  } catch (error) {
    return { ok: false, reason: `${purpose}: no response (${error instanceof Error ? error.name : 'unknown'})` }
  }
}

/** `https://a.test/b/` and `c/d` → `https://a.test/b/c/d` */
export function joinUrl(base: string, path: string): string {
  return `${trimEnd(base, isSlash)}/${path}`
}

export function withQuery(address: string, values: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}
