import type { ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import styles from './fault-page.module.css'
import text from './text.module.css'

const WORDS = {
  missing: ['Not on the bill', 'There is no page at this address. It may have moved, or the link may be incomplete.'],
  away: [
    'Back in a moment',
    'Something behind this page is starting again. It takes a few seconds, and then the page comes back by itself. Nothing you typed was charged or sent twice.',
  ],
  broken: [
    'Something went wrong!',
    'The fault is ours, and it has been written down. Nothing you typed was charged or sent twice.',
  ],
} as const

type Props = {
  what: keyof typeof WORDS
  requestId?: string | undefined
  support?: string | undefined
  children?: ReactNode
}

export function FaultPage({ what, requestId, support, children }: Props) {
  const [title, lead] = WORDS[what]
  return (
    <main id="content">
      <div className={`${text.wrap} ${styles.fault}`}>
        <h1>{title}</h1>
        <p className={text.lede}>{lead}</p>
        {what !== 'missing' && requestId && (
          <p className={text.note}>
            If you write to {support ?? 'us'}, this number helps us find it: <code>{requestId}</code>
          </p>
        )}
        <ButtonLink size="tall" href="/#courses">
          See the courses
        </ButtonLink>
      </div>
      {children}
    </main>
  )
}
