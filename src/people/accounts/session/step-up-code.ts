/** A code by e-mail, with which a person confirms a session who has neither a password nor a second factor. */
import { randomUUID } from 'node:crypto'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { lockStepUpCode, noteStepUpAttempt } from '../queries/sessions.ts'
import { accountStepUpCodeRequestedJob } from '../queue.ts'
import { attemptCode, withoutSpaces } from '../sign-up/code-attempts.ts'

const CODE_MAC_PURPOSE = 'step-up-code'

/** A job sends a new code, which replaces the earlier one of the session. */
export async function requestEmailedCode(deps: Deps, personId: string, sessionId: string): Promise<Outcome<null>> {
  const waitSeconds = await consumeLimit(deps.db, 'stepUpCodePerPerson', personId)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const askId = randomUUID()
  await transact(deps.db, (tx) =>
    deps.jobs.enqueue(tx, accountStepUpCodeRequestedJob, { sessionId, askId }, { key: askId }),
  )
  return accepted(null)
}

/** Checks and uses up the code of the session. Wrong ones count as guesses at the second factor of the account do. */
export function consumeEmailedCode(
  deps: Deps,
  personId: string,
  sessionId: string,
  code: string,
): Promise<Outcome<boolean>> {
  return attemptCode(deps, personId, () =>
    transact(deps.db, async (tx) => {
      const codeMac = (await lockStepUpCode(tx, sessionId))?.step_up_code_mac
      if (!codeMac) return false
      const isRight = deps.secrets.isMac(CODE_MAC_PURPOSE, `${sessionId} ${withoutSpaces(code)}`, codeMac)
      await noteStepUpAttempt(tx, sessionId, isRight)
      return isRight
    }),
  )
}

/** Keyed, because a code is short enough to be found from a plain hash. */
export function createStepUpCodeMac({ secrets }: Pick<Deps, 'secrets'>, sessionId: string, code: string): Buffer {
  return secrets.mac(CODE_MAC_PURPOSE, `${sessionId} ${code}`)
}
