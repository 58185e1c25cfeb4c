/** What was found, said line by line, and which goals were missed. */
export type Findings = {
  goal(name: string, value: number, least: number): void
  /** For what is judged otherwise. */
  judge(name: string, value: string, goal: string, isHeld: boolean): void
  tell(name: string, value: string): void
  missed: readonly string[]
}

export function openFindings(): Findings {
  const missed: string[] = []
  const judge: Findings['judge'] = (name, value, goal, isHeld) => {
    say(name, value, `goal ${goal}: ${isHeld ? 'held' : 'MISSED'}`)
    if (!isHeld) missed.push(name)
  }
  return {
    goal: (name, value, least) => judge(name, value.toFixed(2), `≥ ${least}`, value >= least),
    judge,
    tell: (name, value) => say(name, value, ''),
    missed,
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function say(name: string, value: string, verdict: string): void {
  console.log(`  ${name.padEnd(36)}${value.padStart(8)}   ${verdict}`.trimEnd())
}
