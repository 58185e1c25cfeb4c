import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { callEndOtherSessions, callEndSession, callSessions } from '#features/accounts/calls.ts'
import type { SessionView } from '#features/accounts/wire.ts'
import { browserClient, type Signed } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Done, Told } from '#ui/field.tsx'
import { When } from '#ui/when.tsx'
import styles from './devices.module.css'
import { refusalOf } from './refusal.ts'

type Props = { as: Signed; sessions: SessionView[] }
type News = { done: string } | { error: string }

export function Devices({ as, sessions: first }: Props) {
  const [sessions, setSessions] = useState(first)
  const [told, setTold] = useState<News | null>(null)
  const [busy, setBusy] = useState<string | null>(null)

  async function end(which: SessionView | 'others') {
    if (busy) return
    const client = browserClient()
    setBusy(which === 'others' ? which : which.sessionId)
    setTold(null)
    const answer =
      which === 'others' ? await callEndOtherSessions(client, as) : await callEndSession(client, as, which.sessionId)
    const isGone = answer.error === null || answer.errorCode === 'SESSION_NOT_FOUND'
    const after = isGone ? await callSessions(client, as) : answer
    setBusy(null)
    if (after.error !== null) return setTold(refusalOf(after, as))
    setSessions((after.data as { data: SessionView[] }).data)
    setTold({ done: which === 'others' ? 'Every other device is logged out.' : `${which.device} is logged out.` })
  }

  return (
    <div className={styles.devices}>
      {told && ('done' in told ? <Done>{told.done}</Done> : <Told>{told.error}</Told>)}
      <ul>
        {sessions.map((session) => (
          <Device
            key={session.sessionId}
            session={session}
            isBusy={busy === session.sessionId}
            onEnd={() => end(session)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button look="quiet" aria-busy={busy === 'others'} onClick={() => end('others')}>
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
