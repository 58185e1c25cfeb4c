import type { SignedInAudience } from '#http/client.ts'
import { browserClient } from '#http/client.ts'
import { DemoSentence } from '#learn/lessons/lesson-page/demo-sentence.tsx'
import { Playable } from '#learn/lessons/lesson-page/playable.tsx'
import { requestMedia } from '#learn/lessons/lesson-page/request-media.tsx'
import { StatePanel } from '#learn/lessons/lesson-page/state-panel.tsx'
import { playRecording, type SessionPage } from '../wire/learn.ts'
import styles from './session-view.module.css'

type Props = {
  session: SessionPage
  recording: NonNullable<SessionPage['recording']>
  as: SignedInAudience
  personId: string
  onChange: () => void
}

export function Recording({ session, recording, as, personId, onChange }: Props) {
  const { sessionId, lessonId, title, course, access, attended } = session
  const { assetId, kind, state, durationSeconds, positionSeconds, hasCaptions } = recording
  return (
    <section className={styles.recording} aria-labelledby="recording">
      <h2 id="recording">Recording</h2>
      {state === 'processing' && (
        <StatePanel poster={course.poster} title="The recording is being prepared">
          We’ll e-mail you once, when you can play it.
        </StatePanel>
      )}
      {state === 'failed' && (
        <StatePanel poster={course.poster} title="The recording doesn’t work">
          We couldn’t prepare the file. Your teacher has to upload it again.
        </StatePanel>
      )}
      {state === 'ready' && (
        <Playable
          kind={kind}
          title={title}
          durationSeconds={durationSeconds ?? 0}
          startAt={positionSeconds}
          poster={course.poster}
          lessonId={lessonId}
          assetId={assetId}
          as={as}
          personId={personId}
          isTeacher={access.isTeacher}
          isComplete={attended}
          hasCaptions={hasCaptions}
          onNeedGrant={() =>
            requestMedia(() => browserClient().call(playRecording, { auth: as, params: { sessionId } }), onChange)
          }
          onChange={onChange}
        />
      )}
      {state === 'ready' && (
        <DemoSentence
          noun="recording"
          seconds={durationSeconds}
          minutes={(Date.parse(session.endsAt) - Date.parse(session.startsAt)) / 60_000}
        />
      )}
    </section>
  )
}
