import { Plus } from 'lucide-react'
import { Link, useRevalidator } from 'react-router'
import { EVERYBODY } from '#domain/messages/learner-choice.ts'
import type { MessageSummary } from '#learn/messages/wire.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { type Column, DataTable, EmptyState, ListFoot } from '#ui/list/data-table.tsx'
import { When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import { CourseFrame } from '../frame/course-frame.tsx'
import { getStudioPath } from '../frame/studio-path.ts'
import { usePolling } from '../media/use-polling.ts'
import type { StudioCourse } from '../wire.ts'
import { countPeople, listOtherResults } from './message-words.ts'
import styles from './messages.module.css'
import { MissedPeople } from './missed-people.tsx'
import { SendingNow } from './sending-now.tsx'
import { useNewMessage } from './use-new-message.ts'

type Props = {
  course: StudioCourse
  page: { messages: MessageSummary[]; next: string | null }
  isFirst: boolean
  session: AppSession
}

/** What teachers wrote to the learners of a course, and what became of it. */
export function MessageList({ course, page, isFirst, session }: Props) {
  const { coursePrefixCode } = course
  const { revalidate } = useRevalidator()
  const { begin, isBusy, error } = useNewMessage(session)
  const scheduled = page.messages.filter(({ state }) => state === 'scheduled')
  usePolling(page.messages.some(isMoving), () => void revalidate())
  const getPath = (messageId: string) => getStudioPath(session, coursePrefixCode, `messages/${messageId}`)

  return (
    <CourseFrame
      course={course}
      session={session}
      page="messages"
      title="Messages"
      lead="What you write to the learners of this course. They read it in the portal, and by e-mail if they have confirmed their address and not turned these e-mails off."
      actions={
        <Button size="compact" aria-busy={isBusy} onClick={() => void begin(coursePrefixCode, EVERYBODY)}>
          <Plus size={18} /> New message
        </Button>
      }
    >
      {error && <ErrorMessage>{error}</ErrorMessage>}
      {scheduled.map((message) => (
        <SendingNow key={message.messageId} message={message} course={coursePrefixCode} session={session} />
      ))}
      <DataTable
        columns={createColumns(getPath)}
        rows={page.messages}
        rowKey={({ messageId }) => messageId}
        below={({ counts, missed }) => {
          const failed = (counts?.failed ?? 0) + (counts?.bounced ?? 0)
          return failed > 0 && <MissedPeople missed={missed} counts={counts} />
        }}
        empty={<EmptyState>No messages yet. “New message” writes the first one.</EmptyState>}
      />
      <ListFoot next={page.next} isFirst={isFirst} more="Earlier messages" />
    </CourseFrame>
  )
}

/** Its counts will change by themselves. */
const isMoving = ({ state, counts }: MessageSummary): boolean => state === 'sending' || (counts?.waiting ?? 0) > 0

function createColumns(getPath: (messageId: string) => string): Column<MessageSummary>[] {
  return [
    {
      header: 'Message',
      isRowHeader: true,
      cell: ({ messageId, subject, state, sendAt, updatedAt, sentBy }) => (
        <>
          <Link className={text.link} to={getPath(messageId)}>
            <bdi>{subject || 'No subject yet'}</bdi>
          </Link>
          <small className={styles.small}>
            {state === 'draft' ? (
              <>
                Last typed <When at={updatedAt} zone="UTC" form="long" />
              </>
            ) : (
              <>
                <When at={sendAt!} zone="UTC" form="long" />
                {sentBy && (
                  <>
                    , <bdi>{sentBy}</bdi>
                  </>
                )}
              </>
            )}
          </small>
        </>
      ),
    },
    {
      header: 'To',
      cell: ({ to, counts }) => (
        <>
          <bdi>{to}</bdi>
          {counts && <small className={styles.small}>{countPeople(counts.people)}</small>}
        </>
      ),
    },
    { header: 'Sent', cell: (message) => <SentCell message={message} /> },
    {
      header: 'Failed',
      cell: ({ counts }) =>
        counts && (
          <span className={counts.failed + counts.bounced > 0 ? styles.bad : undefined}>
            {counts.failed + counts.bounced}
          </span>
        ),
    },
  ]
}

const WORDS = { draft: 'Draft', scheduled: 'Not sent yet', sending: 'Sending…' } as const

function SentCell({ message: { state, counts } }: { message: MessageSummary }) {
  if (!counts) return <Chip tone="past">{state === 'sent' ? 'Sent' : WORDS[state]}</Chip>
  const others = listOtherResults(counts)
  return (
    <>
      <b>{counts.sent}</b>
      {others.map((words) => (
        <small key={words} className={styles.small}>
          {words}
        </small>
      ))}
    </>
  )
}
