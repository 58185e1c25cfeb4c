/** The uploads that this browser began, so that the same file continues after a reload. For 7 days. */
const KEY = 'uploads'
const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const HEAD_BYTES = 64 * 1024

type KnownUpload = { assetId: string; fingerprint: string; at: number }

/** Name, size, date and the hash of the first 64 KB. */
export async function getFingerprint(file: File): Promise<string> {
  const head = await file.slice(0, HEAD_BYTES).arrayBuffer()
  // Without TLS, on another machine, a browser has no hashes.
  const digest = crypto.subtle ? await crypto.subtle.digest('SHA-256', head) : null
  const hash = digest ? Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('') : ''
  return [file.name, file.size, file.lastModified, hash].join('|')
}

export function rememberUpload(assetId: string, fingerprint: string): void {
  write([...read().filter((known) => known.assetId !== assetId), { assetId, fingerprint, at: Date.now() }])
}

export function forgetUpload(assetId: string): void {
  write(read().filter((known) => known.assetId !== assetId))
}

export function findKnownUpload(fingerprint: string): string | null {
  return read().find((known) => known.fingerprint === fingerprint)?.assetId ?? null
}

function read(): KnownUpload[] {
  try {
    const known: KnownUpload[] = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return known.filter(({ at }) => at > Date.now() - WEEK_MS)
  } catch {
    return []
  }
}

function write(known: KnownUpload[]): void {
  if (known.length === 0) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, JSON.stringify(known))
}
