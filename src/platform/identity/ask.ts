/** One question to a provider. Whatever goes wrong is a reason, never an exception, and names no secret. */
import type { z } from 'zod'
import { isSlash, trimEnd } from '#domain/trim.ts'
import type { Told } from './provider.ts'

const GIVE_UP_MS = 8_000
/** More than any answer of theirs; a provider that sends without end is cut off. */
const MOST_BYTES = 256 * 1024

export async function ask<Schema extends z.ZodType>(
  what: string,
  url: string,
  schema: Schema,
  form?: Record<string, string>,
): Promise<Told<z.output<Schema>>> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(GIVE_UP_MS),
      headers: { accept: 'application/json' },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    const text = await readUpTo(response, MOST_BYTES)
    if (!response.ok) return { ok: false, reason: `${what} was answered with ${response.status}` }
    const read = schema.safeParse(JSON.parse(text))
    return read.success ? { ok: true, value: read.data } : { ok: false, reason: `${what} was answered otherwise` }
  } catch (error) {
    return { ok: false, reason: `${what} was not answered (${error instanceof Error ? error.name : 'unknown'})` }
  }
}

async function readUpTo(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw new RangeError('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** `https://a.test/b/` and `c/d` → `https://a.test/b/c/d` */
export function below(base: string, path: string): string {
  return `${trimEnd(base, isSlash)}/${path}`
}

export function withQuery(address: string, values: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}
