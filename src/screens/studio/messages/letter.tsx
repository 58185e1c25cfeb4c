import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { LessonProse } from '#learn/lessons/text/lesson-prose.tsx'
import type { MessageDetail, MessagePreview } from '#learn/messages/wire.ts'
import styles from './messages.module.css'

type Props = { preview: MessagePreview; readers: MessageDetail['readers'] }

/** The message as one reader gets it, filled by the server as the e-mail is. */
export function Letter({ preview: { reader, subject, from, nodes, reason }, readers }: Props) {
  const index = readers.findIndex(({ personId }) => personId === reader?.personId)
  return (
    <aside className={styles.letter} aria-label="The message, as a reader gets it">
      <div className={styles.reader}>
        <p>
          {reader ? (
            <>
              As{' '}
              <b>
                <bdi>{reader.name}</bdi>
              </b>{' '}
              gets it
            </>
          ) : (
            'As a learner would get it'
          )}
        </p>
        {readers.length > 1 && (
          <span>
            <ReaderLink reader={readers[index - 1]} label="Previous reader" Icon={ChevronLeft} />
            <ReaderLink reader={readers[index + 1]} label="Next reader" Icon={ChevronRight} />
          </span>
        )}
      </div>
      <div className={styles.paper}>
        <p className={styles.subject}>
          <bdi>{from}</bdi>
          <b dir="auto">{subject || 'No subject yet'}</b>
        </p>
        <div className={styles.text}>
          {nodes.length > 0 ? <LessonProse nodes={nodes} images={[]} /> : <p>Nothing is written yet.</p>}
        </div>
        <p className={styles.reason}>{reason} It has a link that turns messages off.</p>
      </div>
    </aside>
  )
}

type ReaderProps = {
  reader: MessageDetail['readers'][number] | undefined
  label: string
  Icon: typeof ChevronLeft
}

function ReaderLink({ reader, label, Icon }: ReaderProps) {
  if (!reader)
    return (
      <span className={styles.noReader} aria-hidden="true">
        <Icon size={18} />
      </span>
    )
  return (
    <Link to={`?${withReader(reader.personId)}`} replace preventScrollReset aria-label={label}>
      <Icon size={18} />
    </Link>
  )
}

/** The other parts of the address stay, such as the session. */
function withReader(personId: string): string {
  const query = new URLSearchParams(location.search)
  query.set('reader', personId)
  return query.toString()
}
