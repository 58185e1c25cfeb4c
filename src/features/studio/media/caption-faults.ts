type Refusal = { error: string | null; errorCode: string | null; data: unknown }

/** The faults of refused captions with their lines or numbers. Empty after a success. */
export function getFaultSentences({ error, errorCode, data }: Refusal): string[] {
  if (error === null) return []
  const body = data as { data?: { faults?: { line?: number; cue?: number; reason: string }[] } } | null
  const faults = errorCode === 'CAPTIONS_INVALID' ? (body?.data?.faults ?? []) : []
  if (faults.length === 0) return [error]
  return faults.map(({ line, cue, reason }) => (line ? `Line ${line}: ${reason}` : `Caption ${cue}: ${reason}`))
}
