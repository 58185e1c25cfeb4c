import type { ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import styles from './fault-page.module.css'
import text from './text.module.css'

type Props = { isMissing: boolean; requestId?: string | undefined; support?: string | undefined; children?: ReactNode }

export function FaultPage({ isMissing, requestId, support, children }: Props) {
  return (
    <main id="content">
      <div className={`${text.wrap} ${styles.fault}`}>
        <h1>{isMissing ? 'Not on the bill' : 'Something went wrong!'}</h1>
        <p className={text.lede}>
          {isMissing
            ? 'There is no page at this address. It may have moved, or the link lost a letter on its way.'
            : 'The fault is ours, and it has been written down. Nothing you typed was charged or sent twice.'}
        </p>
        {!isMissing && requestId && (
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
