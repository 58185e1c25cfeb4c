import type { ReactNode } from 'react'
import { ButtonLink } from '../button.tsx'
import text from '../text.module.css'
import styles from './fault-page.module.css'

const MESSAGES = {
  missing: ['Page not found', 'There is no page at this address. It may have moved, or the link may be incomplete.'],
  unavailable: [
    'Back in a moment',
    'We’re restarting part of the site. This page reloads by itself in a few seconds. Nothing was charged or sent twice.',
  ],
  broken: ['Something went wrong!', 'This is our fault, and it has been logged. Nothing was charged or sent twice.'],
} as const

type Props = {
  fault: keyof typeof MESSAGES
  requestId?: string | undefined
  support?: string | undefined
  children?: ReactNode
}

export function FaultPage({ fault, requestId, support, children }: Props) {
  const [title, lead] = MESSAGES[fault]
  return (
    <main id="content">
      <div className={`${text.wrap} ${styles.fault}`}>
        <h1>{title}</h1>
        <p className={text.lede}>{lead}</p>
        {fault !== 'missing' && requestId && (
          <p className={text.note}>
            If you write to {support ?? 'us'}, please include this reference: <code>{requestId}</code>
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
