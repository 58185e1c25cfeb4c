import { useState } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip, type Tone } from '#ui/chip.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import type { OwnReferrals } from '../wire.ts'
import styles from './own-link.module.css'

/** The link and the friends of a logged-in person. The server renders GuestLink in its place. */
export function OwnLink({ referrals }: { referrals: OwnReferrals }) {
  return (
    <>
      <ShareCard referrals={referrals} />
      <Friends referrals={referrals} />
    </>
  )
}

export function LinkLoading() {
  return (
    <div className={styles.card} aria-busy="true">
      <p role="status">Loading your link…</p>
    </div>
  )
}

export function LinkFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.card} role="alert">
      <p>We couldn’t load your link.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

/** Replaced by the browser for a logged-in person, because the page is cached and the same for everybody. */
export function ReferralIsland() {
  return (
    <div data-referrals>
      <GuestLink />
    </div>
  )
}

export function GuestLink() {
  return (
    <div className={styles.card}>
      <p>
        <b>Log in to get your link.</b> Everybody with an account has one.
      </p>
      <ButtonLink href="?login=1">Log in</ButtonLink>
    </div>
  )
}

function ShareCard({ referrals: { url, code, qr } }: { referrals: OwnReferrals }) {
  const [copied, setCopied] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied('Copied.'),
      () => setCopied('Please copy the link by hand.'),
    )
  const words = `Your first course costs less with my link: ${url}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${qr.size} ${qr.size}"><path fill="#fff" d="M0 0h${qr.size}v${qr.size}H0z"/><path d="${qr.path}"/></svg>`
  return (
    <section className={styles.card} aria-labelledby="your-link">
      <h3 id="your-link">Your link</h3>
      <div className={styles.own}>
        <output aria-label="Your link">{url.replace(/^https?:\/\//, '')}</output>
        <Button onClick={copy}>Copy</Button>
      </div>
      <p role="status" className={styles.status}>
        {copied}
      </p>
      <div className={styles.qr}>
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="QR code of your link">
          <path fill="#fff" d={`M0 0h${qr.size}v${qr.size}H0z`} />
          <path fill="#000" d={qr.path} />
        </svg>
        <p>
          The QR code opens the same link. Your code is <b>{code}</b>: friends can also type it at checkout.{' '}
          <a href={`data:image/svg+xml,${encodeURIComponent(svg)}`} download="referral-code.svg">
            Save the QR code
          </a>
        </p>
      </div>
      <div className={styles.send}>
        <ButtonLink
          look="quiet"
          href={`mailto:?subject=${encodeURIComponent('Come with me')}&body=${encodeURIComponent(words)}`}
        >
          E-mail
        </ButtonLink>
        <ButtonLink look="quiet" href={`https://wa.me/?text=${encodeURIComponent(words)}`} rel="noreferrer">
          WhatsApp
        </ButtonLink>
        {'share' in navigator && (
          <Button look="quiet" onClick={() => void navigator.share({ text: words }).catch(() => undefined)}>
            Share…
          </Button>
        )}
      </div>
    </section>
  )
}

type Friend = OwnReferrals['friends'][number]

const STATES: Record<Friend['state'], { tone: Tone; label: string }> = {
  pending: { tone: 'info', label: 'Enrolled' },
  rewarded: { tone: 'good', label: 'Rewarded' },
  cancelled: { tone: 'past', label: 'No reward' },
  refused: { tone: 'past', label: 'No reward: paid with your card or PayPal' },
  reversed: { tone: 'warn', label: 'Left, reward taken back' },
}

function Friends({ referrals: { friends, credit, debts } }: { referrals: OwnReferrals }) {
  const enrolled = friends.filter(({ state }) => state === 'pending' || state === 'rewarded').length
  return (
    <section className={styles.friends} aria-labelledby="your-friends">
      <h3 id="your-friends">Who you have brought</h3>
      <dl className={styles.sums}>
        <div>
          <dt>Enrolled</dt>
          <dd>{enrolled}</dd>
        </div>
        <div>
          <dt>Credit</dt>
          <dd>
            <Money {...credit} exact />
          </dd>
        </div>
      </dl>
      {debts.map((debt) => (
        <p key={debt.currency}>
          More credit was taken back than you had left. Your next rewards are <Money {...debt} exact /> lower in total.
        </p>
      ))}
      {friends.length === 0 ? (
        <p>Nobody yet. A friend appears here after enrolling with your link.</p>
      ) : (
        <ul className={styles.list}>
          {friends.map((friend) => (
            <li key={friend.referralId}>
              <div>
                <b>{friend.firstName}</b>
                <small>
                  enrolled <When at={friend.enrolledAt} zone="UTC" form="day" />
                </small>
              </div>
              <Chip tone={STATES[friend.state].tone}>{STATES[friend.state].label}</Chip>
              <Reward friend={friend} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Reward({ friend: { state, reward, dueAt, decidedAt } }: { friend: Friend }) {
  if (state === 'pending' && dueAt)
    return (
      <p>
        <Money {...reward} exact />{' '}
        <small>
          from <When at={dueAt} zone="UTC" form="day" />
        </small>
      </p>
    )
  if (state === 'rewarded' && decidedAt)
    return (
      <p>
        <Money {...reward} exact />{' '}
        <small>
          added <When at={decidedAt} zone="UTC" form="day" />
        </small>
      </p>
    )
  return <p>No credit</p>
}
