import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorMessage, SuccessMessage } from '#ui/field.tsx'
import { When } from '#ui/local-time.tsx'
import { endOneSession, endOtherSessions, listSessions, type SessionView } from '../wire.ts'
import styles from './devices.module.css'
import { toFormRefusal } from './form-refusal.ts'

type Props = { as: SignedInAudience; sessions: SessionView[] }
type Notice = { done: string } | { error: string }

export function Devices({ as, sessions: initialSessions }: Props) {
  const [sessions, setSessions] = useState(initialSessions)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [busy, setBusy] = useState<string | null>(null)

  async function endSession(target: SessionView | 'others') {
    if (busy) return
    const client = browserClient()
    setBusy(target === 'others' ? target : target.sessionId)
    setNotice(null)
    const response =
      target === 'others'
        ? await client.call(endOtherSessions, { auth: as })
        : await client.call(endOneSession, { params: { sessionId: target.sessionId }, auth: as })
    const isGone = response.error === null || response.errorCode === 'SESSION_NOT_FOUND'
    const sessionsResponse = isGone ? await client.call(listSessions, { auth: as }) : response
    setBusy(null)
    if (sessionsResponse.error !== null) return setNotice(toFormRefusal(sessionsResponse, as))
    setSessions((sessionsResponse.data as { data: SessionView[] }).data)
    setNotice({
      done: target === 'others' ? 'All other devices have been logged out.' : `${target.device} has been logged out.`,
    })
  }

  return (
    <div className={styles.devices}>
      {notice &&
        ('done' in notice ? (
          <SuccessMessage>{notice.done}</SuccessMessage>
        ) : (
          <ErrorMessage>{notice.error}</ErrorMessage>
        ))}
      <ul>
        {sessions.map((session) => (
          <Device
            key={session.sessionId}
            session={session}
            isBusy={busy === session.sessionId}
            onEnd={() => endSession(session)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button look="quiet" aria-busy={busy === 'others'} onClick={() => endSession('others')}>
          {busy === 'others' ? 'Logging out…' : 'Log out all others'}
        </Button>
      )}
    </div>
  )
}

function Device({ session, isBusy, onEnd }: { session: SessionView; isBusy: boolean; onEnd: () => void }) {
  const { device, audience, isThisOne, lastUsedAt } = session
  const Icon = /android|ios|iphone|ipad/i.test(device) ? Smartphone : Laptop
  return (
    <li>
      <Icon size={20} />
      <div>
        <p className={styles.name}>
          {device} {isThisOne && <Chip tone="good">This device</Chip>}
          {audience === 'admin' && <Chip tone="info">Admin</Chip>}
        </p>
        <p className={styles.used}>
          {isThisOne ? 'In use now' : 'Last used '}
          {!isThisOne && <When at={lastUsedAt} zone="UTC" form="short" />}
        </p>
      </div>
      {!isThisOne && (
        <Button look="quiet" size="compact" aria-busy={isBusy} aria-label={`Log out ${device}`} onClick={onEnd}>
          {isBusy ? 'Logging out…' : 'Log out'}
        </Button>
      )}
    </li>
  )
}
