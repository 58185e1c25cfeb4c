/** Which steps run beside each other in a process: a suspected step runs alone. docs/contract §14. */
import { isSuspected, type LeasedStep } from '../queries/steps.ts'

export type Turns = {
  /** Takes no step while a suspected one runs. @param lease `withSuspected`: nothing else runs */
  take(lease: (withSuspected: boolean) => Promise<LeasedStep | undefined>): Promise<LeasedStep | undefined>
  release(step: LeasedStep): void
}

export function createTurns(): Turns {
  const running = new Set<LeasedStep>()
  let last: Promise<unknown> = Promise.resolve()
  const takeNext: Turns['take'] = async (lease) => {
    if ([...running].some(isSuspected)) return undefined
    const step = await lease(running.size === 0)
    if (step) running.add(step)
    return step
  }
  return {
    take(lease) {
      const turn = last.then(() => takeNext(lease))
      last = turn.catch(() => {})
      return turn
    },
    release: (step) => running.delete(step),
  }
}
