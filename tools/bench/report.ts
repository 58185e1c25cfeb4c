/** How often and how long each case is measured. */
export type Plan = { rounds: number; seconds: number }

/** Prints results line by line and collects the missed goals. */
export type Findings = {
  goal(name: string, value: number, least: number): void
  note(name: string, value: string): void
  missed: readonly string[]
}

export function createFindings(): Findings {
  const missed: string[] = []
  return {
    goal: (name, value, least) => {
      printLine(name, value.toFixed(2), `goal ≥ ${least}: ${value >= least ? 'met' : 'MISSED'}`)
      if (value < least) missed.push(name)
    },
    note: (name, value) => printLine(name, value, ''),
    missed,
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function printLine(name: string, value: string, verdict: string): void {
  console.log(`  ${name.padEnd(36)}${value.padStart(8)}   ${verdict}`.trimEnd())
}
