import { useEffect, useState } from 'react'
import type { MessageText } from '#learn/messages/wire.ts'
import { getKeptTextKey } from '#people/app-shell/kept-texts.ts'
import { Button } from '#ui/button.tsx'
import styles from './messages.module.css'

type Words = Pick<MessageText, 'subject' | 'body'>
type Props = {
  place: { personId: string; course: string; messageId: string }
  /** What was sent. Null: the draft was deleted. */
  sent: Words | null
}

/** What a person typed in a message while somebody else sent or deleted it. Only this browser has it. */
export function UnsentWords({ place: { messageId, ...place }, sent }: Props) {
  const key = getKeptTextKey({ ...place, unit: `message:${messageId}` })
  const [words, setWords] = useState(() => readWords(key))
  const isLost = words !== null && (words.subject !== sent?.subject || words.body !== sent.body)
  useEffect(() => {
    if (words && !isLost) remove(key)
  }, [key, words, isLost])
  if (!isLost) return null
  const copy = [words.subject, words.body].filter(Boolean).join('\n\n')
  return (
    <section className={styles.card} aria-labelledby="unsent">
      <h2 id="unsent">Your last words were not {sent ? 'sent' : 'saved'}</h2>
      <p>
        The message was {sent ? 'sent' : 'deleted'} before they were saved. They’re only on this device: please copy
        what you need.
      </p>
      <div className={styles.unsent} dir="auto">
        {words.subject && <b>{words.subject}</b>}
        {words.body}
      </div>
      <div className={styles.ways}>
        {/* Without https there is no clipboard: the text can still be marked and copied. */}
        <Button size="compact" onClick={() => void navigator.clipboard?.writeText(copy)}>
          Copy
        </Button>
        <Button
          look="quiet"
          size="compact"
          onClick={() => {
            remove(key)
            setWords(null)
          }}
        >
          Discard them
        </Button>
      </div>
    </section>
  )
}

/** Storage may be blocked, or hold what another version wrote. */
function readWords(key: string): Words | null {
  try {
    const { subject, body } = (JSON.parse(localStorage.getItem(key) ?? 'null') as { body: Words } | null)?.body ?? {}
    return typeof subject === 'string' && typeof body === 'string' && subject + body !== '' ? { subject, body } : null
  } catch {
    return null
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // A blocked storage has nothing to remove.
  }
}
