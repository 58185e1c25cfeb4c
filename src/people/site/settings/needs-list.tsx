import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { MAIL_NOT_SENT, TEST_FAILED } from '#domain/site/needs.ts'
import { browserClient } from '#http/client.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorMessage } from '#ui/field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { When } from '#ui/local-time.tsx'
import text from '#ui/text.module.css'
import { confirmPrivacyPage, type SiteView, sendTestMail } from '../wire.ts'
import styles from './needs-list.module.css'

type Need = NonNullable<SiteView['needs']>[number]
type Props = { needs: readonly Need[]; mayEdit: boolean }

const ICONS = {
  done: { Icon: CircleCheck, words: 'Done' },
  open: { Icon: TriangleAlert, words: 'To look at' },
  missing: { Icon: CircleAlert, words: 'Missing' },
}
const LOOK_AGAIN_MS = 3_000

/** What the site needs before it sells, as `doctor` prints it on the server. */
export function NeedsList({ needs, mayEdit }: Props) {
  const doneCount = needs.filter(({ state }) => state === 'done').length
  return (
    <Section title="Before you can sell">
      <p className={styles.count}>
        {doneCount} of {needs.length} done
      </p>
      <ul className={styles.list}>
        {needs.map((need) => (
          <NeedLine key={need.need} need={need} action={<NeedAction need={need} mayEdit={mayEdit} />} />
        ))}
      </ul>
    </Section>
  )
}

function NeedLine({ need: { state, title, fact, at }, action }: { need: Need; action: ReactNode }) {
  const { Icon, words } = ICONS[state]
  return (
    <li data-state={state}>
      <Icon size={20} aria-hidden="true" />
      <div>
        <h3>
          {title}
          <span className={text.unseen}> ({words})</span>
        </h3>
        <p>
          {fact}
          {at && (
            <>
              {' '}
              <When at={at} zone="UTC" />.
            </>
          )}
        </p>
      </div>
      {action}
    </li>
  )
}

function NeedAction({ need, mayEdit }: { need: Need; mayEdit: boolean }): ReactNode {
  if (need.need === 'mail' && need.title !== MAIL_NOT_SENT)
    return <TestMail isSent={need.state === 'done'} isEnded={need.title === TEST_FAILED} />
  if (need.need === 'seller' && need.state === 'missing' && mayEdit)
    return (
      <ButtonLink look="quiet" size="compact" href="#site-sellerName">
        Fill in
      </ButtonLink>
    )
  if (need.need === 'privacy' && mayEdit) return <PrivacyPage isRead={need.state === 'done'} />
  return null
}

function TestMail({ isSent, isEnded }: { isSent: boolean; isEnded: boolean }) {
  const { revalidate } = useRevalidator()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isLooking = sentTo !== null && !isSent && !isEnded
  useEffect(() => {
    if (!isLooking) return
    const timer = setInterval(() => void revalidate(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isLooking, revalidate])
  async function send(): Promise<void> {
    setBusy(true)
    const response = await browserClient().call(sendTestMail, { auth: 'admin' })
    setError(response.error)
    if (response.error === null) {
      setSentTo(response.data.data.to)
      await revalidate()
    }
    setBusy(false)
  }
  return (
    <div className={styles.action}>
      <Button look="quiet" size="compact" aria-busy={isBusy} onClick={() => !isBusy && void send()}>
        Send a test e-mail
      </Button>
      <p role="status">{sentTo && `${isSent ? 'Sent to' : 'To'} ${sentTo}.`}</p>
      {error && <ErrorMessage>{error}</ErrorMessage>}
    </div>
  )
}

function PrivacyPage({ isRead }: { isRead: boolean }) {
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function confirm(): Promise<void> {
    setBusy(true)
    const response = await browserClient().call(confirmPrivacyPage, { auth: 'admin' })
    setError(response.error)
    if (response.error === null) await revalidate()
    setBusy(false)
  }
  return (
    <div className={styles.action}>
      <ButtonLink look={isRead ? 'bare' : 'quiet'} size="compact" href="/privacy" target="_blank" rel="noopener">
        Read it
      </ButtonLink>
      <ButtonLink
        look={isRead ? 'bare' : 'quiet'}
        size="compact"
        href="/enrollment-terms"
        target="_blank"
        rel="noopener"
      >
        Read the terms
      </ButtonLink>
      {!isRead && (
        <Button look="quiet" size="compact" aria-busy={isBusy} onClick={() => !isBusy && void confirm()}>
          I’ve read it
        </Button>
      )}
      {error && <ErrorMessage>{error}</ErrorMessage>}
    </div>
  )
}
