import { Send } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { type MessageDetail, type MessageText, sendMessage } from '#learn/messages/wire.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field } from '#ui/field.tsx'
import { ZoneName } from '#ui/local-time.tsx'
import { settle } from '../draft/settle.ts'
import type { UnitSaver } from '../draft/unit-saver.ts'
import { describeReaders, type Fault } from './message-words.ts'
import styles from './messages.module.css'

type Props = {
  message: MessageDetail
  repliesToSender: boolean
  saver: UnitSaver<MessageText>
  fields: Readonly<Record<string, string>>
  course: string
  as: SignedInAudience
  listPath: string
  onReplies: (toSender: boolean) => void
  onFault: (fault: Fault) => void
  /** Beside the button. */
  children: ReactNode
}

const UNSAVED = 'Your latest changes aren’t saved yet. See the note above, then send again.'

/** When it is sent, where replies go, and the button, which says to how many people. */
export function SendForm(props: Props) {
  const { message, repliesToSender, saver, fields, course, as, listPath, onReplies, onFault, children } = props
  const [isLater, setLater] = useState(false)
  const [day, setDay] = useState('')
  const [time, setTime] = useState('09:00')
  const [isBusy, setBusy] = useState(false)
  // A new one after each answer: without one, it may be on its way.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const sendAt = isLater ? readTime(day, time) : null
    if (isLater && sendAt === null)
      return onFault({ message: null, fields: { sendAt: 'Please choose a day and a time' } })
    setBusy(true)
    await sendSaved(sendAt)
    setBusy(false)
  }

  async function sendSaved(sendAt: string | null): Promise<void> {
    if (!(await settle(saver))) return onFault({ message: UNSAVED, fields: {} })
    const response = await browserClient().call(sendMessage, {
      auth: as,
      params: { course, messageId: message.messageId },
      body: { version: saver.getVersion(), sendAt },
      idempotencyKey: key,
    })
    if (response.status > 0) setKey(crypto.randomUUID())
    if (response.error !== null) {
      onFault({ message: response.error, fields: response.fields ?? {} })
      return revalidate()
    }
    await navigate(listPath)
    await revalidate()
  }

  const people = describeReaders(message)
  return (
    <form className={styles.send} noValidate onSubmit={(event) => void send(event)}>
      <div className={styles.when}>
        <fieldset>
          <legend>Send</legend>
          <label>
            <input type="radio" name="when" checked={!isLater} onChange={() => setLater(false)} /> Now
          </label>
          <label>
            <input type="radio" name="when" checked={isLater} onChange={() => setLater(true)} /> At a time I choose
          </label>
        </fieldset>
        <fieldset>
          <legend>Replies go to</legend>
          <label>
            <input type="radio" name="reply" checked={!repliesToSender} onChange={() => onReplies(false)} />{' '}
            <span className={styles.address}>{message.supportAddress} (support)</span>
          </label>
          <label>
            <input type="radio" name="reply" checked={repliesToSender} onChange={() => onReplies(true)} />{' '}
            <span className={styles.address}>{message.ownAddress} (you)</span>
          </label>
        </fieldset>
      </div>
      {isLater && (
        <div className={styles.time}>
          <Field
            name="day"
            type="date"
            label="Day"
            value={day}
            error={fields.sendAt}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
          <Field
            name="time"
            type="time"
            label="Time"
            value={time}
            onChange={({ currentTarget }) => setTime(currentTarget.value)}
          />
          <p className={styles.hint}>
            Your time, <ZoneName otherwise="in your zone" />.
          </p>
        </div>
      )}
      {!isLater && fields.sendAt && <ErrorMessage>{fields.sendAt}</ErrorMessage>}
      <div className={styles.ways}>
        <Button type="submit" aria-busy={isBusy}>
          <Send size={18} /> {isLater ? `Schedule for ${people}` : `Send to ${people}`}
        </Button>
        {children}
      </div>
    </form>
  )
}

/** The instant of a wall time in the browser's zone. Null: not whole. */
function readTime(day: string, time: string): string | null {
  const at = new Date(`${day}T${time}`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
