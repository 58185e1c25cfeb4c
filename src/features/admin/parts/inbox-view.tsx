import { Link, useSearchParams } from 'react-router'
import { PortalFrame } from '#features/portal/parts/portal-frame.tsx'
import type { Row, State } from '#features/support/wire/inbox.ts'
import text from '#ui/text.module.css'
import { When } from '#ui/when.tsx'
import { ConversationSide } from './conversation-side.tsx'
import styles from './inbox-view.module.css'
import { ListDetail } from './list-detail.tsx'
import type { Inbox } from './load-inbox.ts'
import { placeIn } from './place.ts'

const VIEWS: [State, string][] = [
  ['open', 'Open'],
  ['answered', 'Answered'],
  ['closed', 'Archived'],
]
const EMPTY: Record<State, string> = {
  open: 'All caught up. No messages waiting.',
  answered: 'Nothing has been answered yet. Your answers are kept here.',
  closed: 'Nothing has been archived.',
}

export function InboxView({ audience, profile, show, onChanged, ...inbox }: Inbox & { onChanged: () => void }) {
  const [asked] = useSearchParams()
  const { open, isMissing, conversations, counts } = inbox
  const views = VIEWS.map(([state, label]) => ({
    to: placeIn(asked, { show: state, open: null, after: null }),
    label,
    count: counts[state],
    isHere: state === show,
  }))
  const side = open ? (
    <ConversationSide
      key={open.conversationId}
      conversation={open}
      away={placeIn(asked, { open: null })}
      onChanged={onChanged}
    />
  ) : (
    <aside className={styles.none}>
      {isMissing ? <p role="alert">This conversation is not known.</p> : <p>Choose a conversation to read it here.</p>}
    </aside>
  )
  return (
    <PortalFrame name={profile.name} audience={audience} current="inbox" isWide>
      <ListDetail title="Inbox" views={views} side={side}>
        {conversations.length === 0 ? (
          <p className={styles.empty}>{EMPTY[show]}</p>
        ) : (
          <ul className={styles.rows}>
            {conversations.map((row) => (
              <Conversation
                key={row.conversationId}
                row={row}
                to={placeIn(asked, { open: row.conversationId })}
                isOpen={row.conversationId === open?.conversationId}
              />
            ))}
          </ul>
        )}
        <Pages asked={asked} {...inbox} />
      </ListDetail>
    </PortalFrame>
  )
}

function Conversation({ row, to, isOpen }: { row: Row; to: string; isOpen: boolean }) {
  return (
    <li>
      <Link className={styles.row} to={to} preventScrollReset aria-current={isOpen ? 'true' : undefined}>
        <b>{row.name ?? row.email}</b>
        <When at={row.changedAt} zone="UTC" form="short" />
        <span className={styles.excerpt}>{row.excerpt}</span>
        <small>{row.page}</small>
      </Link>
    </li>
  )
}

function Pages({ asked, next, isFirst }: { asked: URLSearchParams } & Pick<Inbox, 'next' | 'isFirst'>) {
  if (isFirst && !next) return null
  return (
    <p className={styles.pages}>
      {!isFirst && (
        <Link className={text.link} to={placeIn(asked, { after: null })}>
          Back to the newest
        </Link>
      )}
      {next && (
        <Link className={text.link} to={placeIn(asked, { after: next })}>
          Older messages
        </Link>
      )}
    </p>
  )
}
