type Refusal = { error: string | null; errorCode: string | null; data: unknown }

type CaptionFaults = { faults?: { line?: number; cue?: number; reason: string }[]; repairableCount?: number }

function readFaults({ errorCode, data }: Refusal): CaptionFaults {
  return (errorCode === 'CAPTIONS_INVALID' && (data as { data?: CaptionFaults } | null)?.data) || {}
}

/** The faults of refused captions with their lines or numbers. Empty after a success. */
export function getFaultSentences(refusal: Refusal): string[] {
  if (refusal.error === null) return []
  const { faults = [] } = readFaults(refusal)
  if (faults.length === 0) return [refusal.error]
  return faults.map(({ line, cue, reason }) => (line ? `Line ${line}: ${reason}` : `Caption ${cue}: ${reason}`))
}

/** The captions that are repaired if the file is sent again with `repair`. 0: a fault needs a person. */
export function getRepairableCount(refusal: Refusal): number {
  return readFaults(refusal).repairableCount ?? 0
}
