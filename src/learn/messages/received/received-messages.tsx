import { useEffect, useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { LessonProse } from '#learn/lessons/text/lesson-prose.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { When } from '#ui/local-time.tsx'
import { listReceivedMessages, type ReceivedMessage } from '../wire.ts'
import styles from './received-messages.module.css'

type Props = { courseCode: string; zone: string; as: SignedInAudience }

/** What the teachers of a course wrote to the person, newest first. */
export function ReceivedMessages({ courseCode, zone, as }: Props) {
  const [messages, setMessages] = useState<ReceivedMessage[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    void browserClient()
      .call(listReceivedMessages, { auth: as, params: { course: courseCode } })
      .then((response) => {
        if (!isCurrent) return
        if (response.error === null) setMessages(response.data.data)
        else setFailure(response.error)
      })
    return () => {
      isCurrent = false
    }
  }, [as, courseCode])
  return (
    <section className={styles.block} aria-labelledby="messages">
      <h2 id="messages">Messages from your teacher</h2>
      {failure && <ErrorMessage>{failure}</ErrorMessage>}
      {!messages && !failure && <p role="status">Loading your messages…</p>}
      {messages?.length === 0 && <p>No messages yet.</p>}
      {messages?.map(({ messageId, subject, nodes, from, sentAt }) => (
        <article key={messageId} className={styles.message} aria-labelledby={`message-${messageId}`}>
          <h3 id={`message-${messageId}`} dir="auto">
            {subject}
          </h3>
          <p className={styles.from}>
            {from && (
              <>
                <bdi>{from}</bdi>,{' '}
              </>
            )}
            <When at={sentAt} zone={zone} form="long" />
          </p>
          <LessonProse nodes={nodes} images={[]} />
        </article>
      ))}
    </section>
  )
}
