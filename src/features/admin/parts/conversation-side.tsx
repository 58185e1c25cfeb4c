import { ArrowLeft, Check, Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { callClose, callReopen, callTakeBack } from '#features/support/calls.ts'
import { Messages } from '#features/support/messages.tsx'
import type { Conversation } from '#features/support/wire/inbox.ts'
import { browserClient } from '#http/client.ts'
import { focusHere } from '#ui/arrival.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Told } from '#ui/field.tsx'
import text from '#ui/text.module.css'
import { When } from '#ui/when.tsx'
import { AnswerForm } from './answer-form.tsx'
import styles from './conversation-side.module.css'
import side from './side.module.css'

type Props = { conversation: Conversation; away: string; onChanged: () => void }

const LOOK_AGAIN_MS = 3000
const STATES = { open: 'Open', answered: 'Answered', closed: 'Archived' } as const
const EVENTS = {
  read: 'read it',
  answered: 'answered',
  'taken-back': 'took an answer back',
  closed: 'put it away',
  reopened: 'brought it back',
} as const

export function ConversationSide({ conversation, away, onChanged }: Props) {
  const { conversationId, email, name, page, state, messages, events } = conversation
  const [told, setTold] = useState<string | null>(null)
  const [takenBack, setTakenBack] = useState<string | null>(null)
  const isHeld = messages.some(({ author, mailedAt }) => author === 'operator' && mailedAt === null)

  // What is held back goes out by itself: the page looks again until it has.
  useEffect(() => {
    if (!isHeld) return
    const timer = setInterval(onChanged, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isHeld, onChanged])

  async function act(call: Promise<{ error: string | null }>): Promise<boolean> {
    const { error } = await call
    setTold(error)
    onChanged()
    return error === null
  }
  async function takeBack(messageId: string, message: string) {
    if (await act(callTakeBack(browserClient(), conversationId, messageId))) setTakenBack(message)
  }
  const move = () => act((state === 'closed' ? callReopen : callClose)(browserClient(), conversationId))

  return (
    <aside className={side.side} aria-labelledby="conversation">
      <header>
        <Link className={side.away} to={away} preventScrollReset aria-label="Back to the list">
          <ArrowLeft size={20} />
        </Link>
        <h2 id="conversation" ref={focusHere} tabIndex={-1}>
          {name ?? email}
        </h2>
        <Chip tone={state === 'open' ? 'warn' : state === 'answered' ? 'good' : 'past'}>{STATES[state]}</Chip>
        <Button look="quiet" size="compact" onClick={move}>
          {state === 'closed' ? 'Bring back' : 'Archive'}
        </Button>
      </header>
      <p className={styles.about}>
        <a href={`mailto:${email}`}>{email}</a> wrote on <a href={page}>{page}</a>
      </p>
      {told && <Told>{told}</Told>}
      <Messages
        said={messages.map(({ messageId, author, name: by, message, at, mailedAt }) => ({
          id: messageId,
          isMine: author === 'operator',
          message,
          note: (
            <>
              {author === 'operator' ? by : (name ?? 'Visitor')}, <When at={at} zone="UTC" form="short" />
              {author === 'operator' && (mailedAt ? <Mailed /> : <Held onUndo={() => takeBack(messageId, message)} />)}
            </>
          ),
        }))}
      />
      <AnswerForm
        key={takenBack}
        conversationId={conversationId}
        isClosed={state === 'closed'}
        takenBack={takenBack}
        onChanged={onChanged}
      />
      <details className={styles.events}>
        <summary className={text.opens}>What happened</summary>
        <ul>
          {events.map(({ what, name: who, at }) => (
            <li key={`${what} ${at}`}>
              {who} {EVENTS[what]} <When at={at} zone="UTC" form="short" />
            </li>
          ))}
        </ul>
      </details>
    </aside>
  )
}

function Mailed() {
  return (
    <span className={styles.mailed}>
      <Check size={14} /> Sent
    </span>
  )
}

function Held({ onUndo }: { onUndo: () => void }) {
  return (
    <span className={styles.mailed} role="status">
      <Hourglass size={14} /> Goes out in a moment{' '}
      <button type="button" onClick={onUndo}>
        Undo
      </button>
    </span>
  )
}
