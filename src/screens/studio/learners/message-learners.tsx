import { Send } from 'lucide-react'
import { EVERYBODY } from '#domain/messages/learner-choice.ts'
import type { ChosenCourse } from '#learn/learners/wire.ts'
import type { RecipientFilter } from '#learn/messages/recipient-filter.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { useNewMessage } from '../messages/use-new-message.ts'
import type { LearnersFilter } from './load-learners.ts'

type Props = { course: string; filter: RecipientFilter; session: AppSession }

/** Begins a message to these learners, and opens it. */
export function MessageLearners({ course, filter, session }: Props) {
  const { begin, isBusy, error } = useNewMessage(session)
  return (
    <>
      <Button look="quiet" size="compact" aria-busy={isBusy} onClick={() => void begin(course, filter)}>
        <Send size={18} aria-hidden /> Message
      </Button>
      {error && <ErrorMessage>{error}</ErrorMessage>}
    </>
  )
}

/**
 * The recipients that a list shows. Null: messages do not reach them, because their access has ended or waits for a
 * payment, or no filter of messages means them, as with a search.
 */
export function toRecipients(
  { q, cohort, state = 'active', unseenDays, behind, payment }: LearnersFilter,
  { cohorts }: Pick<ChosenCourse, 'cohorts'>,
): RecipientFilter | null {
  if (q || state !== 'active' || payment === 'overdue') return null
  const code = cohort?.toUpperCase() ?? null
  if (code !== null && !cohorts.some(({ cohortCode }) => cohortCode === code)) return null
  const learners = {
    ...(unseenDays && { unseenDays: Number(unseenDays) }),
    ...(behind && { behind }),
    ...(payment && { payment }),
  }
  return { ...EVERYBODY, cohort: code, learners: Object.keys(learners).length > 0 ? learners : null }
}
