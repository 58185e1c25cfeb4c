import { Video } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { Unseen } from '../parts/unseen.tsx'
import { joinSession } from '../wire/join.ts'
import styles from './join-button.module.css'

type Props = {
  session: { sessionId: string; title: string; startsAt: string; joinedAt: string | null }
  as: SignedInAudience
  look?: 'course' | 'quiet'
  size?: 'compact' | 'tall'
  onChange: () => void
}

export function JoinButton({ session, as, look, size, onChange }: Props) {
  const { sessionId, title, startsAt, joinedAt } = session
  const [message, setMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const watchReturn = useReturn(onChange)
  const label = joinedAt ? 'Join again' : Date.parse(startsAt) > Date.now() ? 'Join early' : 'Join'

  async function join() {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    // Opened before the call, because a browser blocks tabs that no press has opened.
    const tab = window.open('', '_blank')
    const response = await browserClient().call(joinSession, { auth: as, params: { sessionId } })
    if (response.error === null) {
      watchReturn()
      openMeeting(tab, response.data.data.goUrl)
    } else {
      tab?.close()
      setMessage(response.error)
      if (response.status >= 400) onChange()
    }
    setBusy(false)
  }

  return (
    <div className={styles.join}>
      {message && <ErrorMessage>{message}</ErrorMessage>}
      <Button {...(look && { look })} {...(size && { size })} aria-busy={isBusy} onClick={join}>
        <Video size={size === 'compact' ? 18 : 22} aria-hidden /> {isBusy ? 'Opening…' : label} <Unseen>{title}</Unseen>
      </Button>
    </div>
  )
}

function openMeeting(tab: Window | null, url: string): void {
  if (tab) {
    tab.opener = null
    tab.location.replace(url)
  } else location.assign(url)
}

/** Calls back once the person has left the meeting's tab, or sees this page beside it. */
function useReturn(onReturn: () => void): () => void {
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])
  return () => {
    end.current?.()
    const check = () => {
      if (document.visibilityState === 'visible') onReturn()
    }
    document.addEventListener('visibilitychange', check)
    const timer = setTimeout(check, BESIDE_MS)
    end.current = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }
}

/** By then the other tab has used its ticket. */
const BESIDE_MS = 3000
