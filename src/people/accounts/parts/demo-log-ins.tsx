import { useEffect, useState } from 'react'
import { browserClient } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { logInWithPassword } from '../browser/complete-log-in.ts'
import styles from './form.module.css'

type DemoLogIn = { email: string; password: string; role: 'learner' | 'creator' | 'admin' }

/** One press for each log-in of a demo on one's own machine. Its server alone has them, and says so by a mark in the page. */
export function DemoLogIns() {
  const [logIns, setLogIns] = useState<readonly DemoLogIn[]>([])
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  useEffect(() => {
    if (document.querySelector('meta[name="demo-log-ins"]')) void readLogIns().then(setLogIns)
  }, [])
  if (logIns.length === 0) return null
  const enter = async ({ email, password, role }: DemoLogIn) => {
    setBusy(email)
    const audience = role === 'admin' ? 'admin' : 'learner'
    const storage = { local: localStorage, session: sessionStorage }
    const result = await logInWithPassword(browserClient(), storage, { email, password }, audience)
    if (result.profile) location.assign(`/portal?as=${audience}`)
    else setError(result.error)
    setBusy(null)
  }
  return (
    <section className={styles.demo} aria-label="Demo">
      <p>This is a demo. Log in as</p>
      {error && <ErrorMessage>{error}</ErrorMessage>}
      <div>
        {logIns.map((one) => (
          <Button
            key={one.email}
            look="quiet"
            size="compact"
            aria-busy={busy === one.email}
            onClick={() => void enter(one)}
          >
            {LABELS[one.role]}
          </Button>
        ))}
      </div>
    </section>
  )
}

const LABELS = { learner: 'Learner', creator: 'Creator', admin: 'Admin' }

async function readLogIns(): Promise<DemoLogIn[]> {
  const response = await fetch('/dev/log-ins.json').catch(() => null)
  return response?.ok ? ((await response.json()) as DemoLogIn[]) : []
}
