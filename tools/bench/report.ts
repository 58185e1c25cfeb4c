/** How often and how long each case is measured. */
export type Plan = { rounds: number; seconds: number }

/** Prints results line by line. A goal is a guide: machines differ, so a missed one is no failure. */
export type Findings = {
  goal(name: string, value: number, least: number): void
  note(name: string, value: string): void
}

export function createFindings(): Findings {
  return {
    goal: (name, value, least) =>
      printLine(name, value.toFixed(2), `goal ≥ ${least}: ${value >= least ? 'met' : 'missed'}`),
    note: (name, value) => printLine(name, value, ''),
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
