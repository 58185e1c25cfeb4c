import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { BODY_MAX, MESSAGES_A_DAY, SUBJECT_MAX, UNDO_SECONDS } from '#domain/messages/broadcast.ts'
import { MESSAGE_VARIABLES } from '#domain/messages/message-variables.ts'
import { browserClient } from '#http/client.ts'
import {
  deleteMessage,
  type MessageDetail,
  type MessagePreview,
  type MessageText,
  saveMessage,
  testMessage,
} from '#learn/messages/wire.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { useSaveKey } from '#ui/browser/use-save-key.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage, Field, SuccessMessage } from '#ui/field.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import text from '#ui/text.module.css'
import { ConflictDialog } from '../draft/conflict-dialog.tsx'
import { KeptText } from '../draft/kept-text.tsx'
import { SaveStatus } from '../draft/save-status.tsx'
import { settle } from '../draft/settle.ts'
import type { SaverState, UnitSaver } from '../draft/unit-saver.ts'
import { useReloadAfterSave } from '../draft/use-reload-after-save.ts'
import { canOutlivePage, toSaveAnswer, useUnit } from '../draft/use-unit.ts'
import { CourseFrame } from '../frame/course-frame.tsx'
import { StudioDialog } from '../frame/studio-dialog.tsx'
import { getStudioPath } from '../frame/studio-path.ts'
import type { TextEditorProps } from '../text-editor/use-editor.ts'
import type { StudioCourse } from '../wire.ts'
import { Letter } from './letter.tsx'
import type { Fault } from './message-words.ts'
import styles from './messages.module.css'
import { RecipientsCard } from './recipients-card.tsx'
import { SendForm } from './send-form.tsx'

const TextEditor = lazyComponent<TextEditorProps>(
  async () => (await import('../text-editor/text-editor.tsx')).TextEditor,
)

type Props = {
  course: StudioCourse
  message: MessageDetail
  preview: MessagePreview
  personId: string
  session: AppSession
}

/** A draft, which saves itself, beside the message as a reader gets it. */
export function WriteMessage({ course, message, preview, personId, session }: Props) {
  const { coursePrefixCode } = course
  const { messageId } = message
  const { saver, state } = useMessage({ course: coursePrefixCode, messageId, personId, as: session.as }, message)
  const [fault, setFault] = useState<Fault>({ message: null, fields: {} })
  useReloadAfterSave(state.savedAt)
  useReloadWhenGone(state)
  useSaveKey(() => saver.flush())
  const draft = state.body
  const fields: Record<string, string> = { ...fault.fields, ...dropPrefix(state.fields) }
  const listPath = getStudioPath(session, coursePrefixCode, 'messages')

  function change(part: Partial<MessageText>): void {
    setFault({ message: null, fields: {} })
    saver.change({ ...saver.getState().body, ...part })
  }

  return (
    <CourseFrame
      course={course}
      session={session}
      page="messages"
      title={draft.subject || 'New message'}
      lead={
        <>
          A draft of a message to learners.{' '}
          <Link className={text.link} to={listPath}>
            All messages
          </Link>
        </>
      }
      actions={<SaveStatus states={[state]} onRetry={() => saver.flush()} />}
    >
      <div className={styles.desk}>
        <div className={styles.write}>
          <KeptText saver={saver} kept={state.kept} />
          <RecipientsCard
            message={message}
            filter={draft.filter}
            onChange={(filter) => {
              change({ filter })
              saver.flush()
            }}
          />
          <Field
            name="subject"
            label="Subject"
            value={draft.subject}
            maxLength={SUBJECT_MAX}
            beside={`${draft.subject.length} of ${SUBJECT_MAX}`}
            error={fields.subject}
            autoComplete="off"
            dir="auto"
            onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
            onBlur={() => saver.flush()}
          />
          <section className={styles.message} aria-labelledby="message-label">
            <h2 id="message-label">Message</h2>
            <Suspense fallback={<div className={styles.wait} role="status" aria-label="Loading the editor" />}>
              <TextEditor
                label="Message"
                variables={MESSAGE_VARIABLES}
                source={draft.body}
                mayEdit
                onChange={(body) => change({ body })}
                onBlur={() => saver.flush()}
                getFilename={() => null}
                loadPicture={async () => null}
                onPicture={async () => {
                  setFault({ message: 'A message has no pictures. Please link to one instead.', fields: {} })
                  return null
                }}
                onEmbed={async () => false}
              />
            </Suspense>
            {fields.body && <ErrorMessage>{fields.body}</ErrorMessage>}
            {draft.body.length > BODY_MAX && <ErrorMessage>This message is too long. Please shorten it.</ErrorMessage>}
          </section>
          {fault.message && <ErrorMessage>{fault.message}</ErrorMessage>}
          <SendForm
            message={message}
            repliesToSender={draft.repliesToSender}
            saver={saver}
            fields={fields}
            course={coursePrefixCode}
            as={session.as}
            listPath={listPath}
            onReplies={(repliesToSender) => {
              change({ repliesToSender })
              saver.flush()
            }}
            onFault={setFault}
          >
            <TestButton
              course={coursePrefixCode}
              message={message}
              saver={saver}
              session={session}
              onFault={setFault}
            />
          </SendForm>
          <p className={styles.hint}>
            You can undo for {UNDO_SECONDS} seconds.{' '}
            {message.sentToday < MESSAGES_A_DAY
              ? `Message ${message.sentToday + 1} of ${MESSAGES_A_DAY} today.`
              : `This course has sent ${MESSAGES_A_DAY} messages today. Please choose a later day.`}
          </p>
          <DeleteDraft course={coursePrefixCode} messageId={messageId} session={session} listPath={listPath} />
        </div>
        <Letter preview={preview} readers={message.readers} />
      </div>
      <ConflictDialog saver={saver} state={state} listTexts={listTexts} />
    </CourseFrame>
  )
}

const listTexts = ({ subject, body }: MessageText) =>
  [
    ['Subject', subject],
    ['Message', body, 'markdown'],
  ] as const

type Place = { course: string; messageId: string; personId: string; as: AppSession['as'] }

function useMessage({ messageId, ...place }: Place, { version, text: body }: MessageDetail) {
  return useUnit<MessageText>(
    { ...place, unit: `message:${messageId}` },
    { version, body },
    async (unit, isLeaving) => {
      const response = await browserClient({ keepalive: canOutlivePage(unit.body, isLeaving) }).call(saveMessage, {
        auth: place.as,
        params: { course: place.course, messageId },
        body: { version: unit.version, text: unit.body },
      })
      const { errorCode, error } = response
      if (errorCode === 'MESSAGE_UNDER_WAY' || errorCode === 'MESSAGE_NOT_FOUND')
        return { kind: 'refused', fields: {}, message: error }
      return toSaveAnswer<MessageText>(response)
    },
  )
}

/** Somebody has sent or deleted the message: the page says so, with the words that were not saved. */
function useReloadWhenGone({ status, fields }: SaverState<MessageText>): void {
  const { revalidate } = useRevalidator()
  const isGone = status === 'refused' && Object.keys(fields).length === 0
  useEffect(() => {
    if (isGone) void revalidate()
  }, [isGone, revalidate])
}

/** The server names the fields of the text as `text.subject`. */
const dropPrefix = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([path, fault]) => [path.replace(/^text\./, ''), fault]))

type TestProps = {
  course: string
  message: MessageDetail
  saver: UnitSaver<MessageText>
  session: AppSession
  onFault: (fault: Fault) => void
}

function TestButton({ course, message: { messageId, ownAddress }, saver, session, onFault }: TestProps) {
  const [isBusy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)

  async function sendTest(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setSentTo(null)
    if (await settle(saver)) {
      const response = await browserClient().call(testMessage, {
        auth: session.as,
        params: { course, messageId },
        body: { version: saver.getVersion() },
        idempotencyKey: crypto.randomUUID(),
      })
      if (response.error === null) setSentTo(response.data.data.address)
      onFault({ message: response.error, fields: ('fields' in response && response.fields) || {} })
    }
    setBusy(false)
  }

  return (
    <>
      <Button look="quiet" aria-busy={isBusy} title={`To ${ownAddress}`} onClick={() => void sendTest()}>
        Send a test to me
      </Button>
      {sentTo && <SuccessMessage>The test is on its way to {sentTo}.</SuccessMessage>}
    </>
  )
}

type DeleteProps = { course: string; messageId: string; session: AppSession; listPath: string }

function DeleteDraft({ course, messageId, session, listPath }: DeleteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function remove(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    const response = await browserClient().call(deleteMessage, { auth: session.as, params: { course, messageId } })
    setBusy(false)
    setError(response.error)
    if (response.error !== null) return
    dialog.current?.close()
    await navigate(listPath)
    await revalidate()
  }

  return (
    <div className={styles.delete}>
      <Button look="bare" size="compact" onClick={() => dialog.current?.showModal()}>
        Delete this draft
      </Button>
      <StudioDialog
        ref={dialog}
        title="Delete this draft?"
        cancelLabel="Keep it"
        isBusy={isBusy}
        actions={
          <Button look="danger" size="compact" aria-busy={isBusy} onClick={() => void remove()}>
            Delete the draft
          </Button>
        }
      >
        {error && <ErrorMessage>{error}</ErrorMessage>}
        <p>This can’t be undone. The message was never sent.</p>
      </StudioDialog>
    </div>
  )
}
