import type { ApiResult } from '#http/client.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { isAccessClosed } from '../browser/is-access-closed.ts'
import type { GrantOutcome } from '../player/player-props.ts'
import { toPlayerMedia } from '../player/to-player-media.ts'
import { Support } from '../room/access-notice.tsx'
import type { playLesson } from '../wire/play.ts'
import styles from './refusal.module.css'

/**
 * `onChange` loads the page again, which shows why the lesson or recording is closed now. It is called at once when
 * access is closed; other refusals offer it to the person.
 */
export async function requestMedia(
  play: () => Promise<ApiResult<typeof playLesson>>,
  onChange: () => void,
): Promise<GrantOutcome> {
  const response = await play()
  if (response.error === null) {
    const media = toPlayerMedia(response.data.data)
    return media ? { media } : { refusal: <Refusal text="This lesson has no file to play." onRetry={onChange} /> }
  }
  if (response.status === 0 || response.status >= 500) return null
  if (isAccessClosed(response.errorCode)) onChange()
  const { percent, payUrl } = readDetails(response.data)
  return {
    refusal: (
      <Refusal
        text={percent === null ? response.error : `${response.error} ${percent}% is ready.`}
        payUrl={payUrl}
        isFrozen={response.errorCode === 'ACCESS_FROZEN'}
        onRetry={onChange}
      />
    ),
  }
}

function readDetails(body: unknown): { percent: number | null; payUrl: string | null } {
  const { data } = (body ?? {}) as { data?: { percent?: unknown; payUrl?: unknown } }
  return {
    percent: typeof data?.percent === 'number' ? data.percent : null,
    payUrl: typeof data?.payUrl === 'string' ? data.payUrl : null,
  }
}

type RefusalProps = { text: string; payUrl?: string | null; isFrozen?: boolean; onRetry: () => void }

function Refusal({ text, payUrl = null, isFrozen = false, onRetry }: RefusalProps) {
  return (
    <div className={styles.refusal} role="alert">
      <p>{text}</p>
      {payUrl && (
        <ButtonLink href={payUrl} size="compact">
          Pay the balance
        </ButtonLink>
      )}
      {isFrozen && (
        <p>
          <Support>Write to us</Support>
        </p>
      )}
      <Button look="quiet" size="compact" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
