import { Check, Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { Messages } from '#people/support/messages.tsx'
import { type Conversation, closeConversation, reopenConversation, undoAnswer } from '#people/support/wire/inbox.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { DetailPanel } from '#ui/list/detail-panel.tsx'
import { When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import { AnswerForm } from './answer-form.tsx'
import styles from './conversation-panel.module.css'

type Props = { conversation: Conversation; closeUrl: string; onChanged: () => void }

const POLL_INTERVAL_MS = 3000
const STATE_LABELS = { open: 'Open', answered: 'Answered', closed: 'Archived' } as const
const EVENT_LABELS = {
  read: 'read it',
  answered: 'answered',
  'taken-back': 'undid an answer',
  closed: 'archived it',
  reopened: 'reopened it',
} as const

export function ConversationPanel({ conversation, closeUrl, onChanged }: Props) {
  const { conversationId, email, name, page, state, messages, events } = conversation
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [undoneAnswer, setUndoneAnswer] = useState<string | null>(null)
  const hasUnsentAnswer = messages.some(({ author, mailedAt }) => author === 'operator' && mailedAt === null)

  // The worker sends held answers. The page polls until they are sent.
  useEffect(() => {
    if (!hasUnsentAnswer) return
    const timer = setInterval(onChanged, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [hasUnsentAnswer, onChanged])

  async function runAction(call: Promise<{ error: string | null }>): Promise<boolean> {
    const { error } = await call
    setErrorMessage(error)
    onChanged()
    return error === null
  }
  async function takeBack(messageId: string, message: string) {
    if (await runAction(browserClient().call(undoAnswer, { auth: 'admin', params: { conversationId, messageId } })))
      setUndoneAnswer(message)
  }
  const changeState = () =>
    runAction(
      browserClient().call(state === 'closed' ? reopenConversation : closeConversation, {
        auth: 'admin',
        params: { conversationId },
      }),
    )

  return (
    <DetailPanel
      title={name ?? email}
      status={
        <Chip tone={state === 'open' ? 'warn' : state === 'answered' ? 'good' : 'past'}>{STATE_LABELS[state]}</Chip>
      }
      actions={
        <Button look="quiet" size="compact" onClick={changeState}>
          {state === 'closed' ? 'Reopen' : 'Archive'}
        </Button>
      }
      closeUrl={closeUrl}
    >
      <section>
        <p className={styles.about}>
          <a href={`mailto:${email}`}>{email}</a> wrote on <a href={page}>{page}</a>
        </p>
        {errorMessage && <ErrorMessage>{errorMessage}</ErrorMessage>}
        <Messages
          messages={messages.map(({ messageId, author, name: by, message, at, mailedAt }) => ({
            id: messageId,
            isMine: author === 'operator',
            message,
            note: (
              <>
                <bdi>{author === 'operator' ? by : (name ?? 'Visitor')}</bdi>, <When at={at} zone="UTC" form="short" />
                {author === 'operator' &&
                  (mailedAt ? <SentNote /> : <UnsentNote onUndo={() => takeBack(messageId, message)} />)}
              </>
            ),
          }))}
        />
      </section>
      <section>
        <AnswerForm
          key={undoneAnswer}
          conversationId={conversationId}
          isClosed={state === 'closed'}
          undoneAnswer={undoneAnswer}
          onChanged={onChanged}
        />
      </section>
      <section>
        <details className={styles.events}>
          <summary className={text.opens}>History</summary>
          <ul>
            {events.map(({ what, name, at }) => (
              <li key={`${what} ${at}`}>
                <bdi>{name}</bdi> {EVENT_LABELS[what]} <When at={at} zone="UTC" form="short" />
              </li>
            ))}
          </ul>
        </details>
      </section>
    </DetailPanel>
  )
}

function SentNote() {
  return (
    <span className={styles.mailed}>
      <Check size={14} /> Sent
    </span>
  )
}

function UnsentNote({ onUndo }: { onUndo: () => void }) {
  return (
    <span className={styles.mailed} role="status">
      <Hourglass size={14} /> Sending in a moment{' '}
      <button type="button" onClick={onUndo}>
        Undo
      </button>
    </span>
  )
}
