import { Link, useSearchParams } from 'react-router'
import { EmptyList, ListDetail, ListFoot, NoDetail } from '#people/app-shell/list-detail.tsx'
import { withSearchParams } from '#people/app-shell/with-search-params.ts'
import type { ConversationState, InboxRow } from '#people/support/wire/inbox.ts'
import { When } from '#ui/local-time.tsx'
import { ConversationPanel } from './conversation-panel.tsx'
import styles from './inbox-view.module.css'
import type { InboxPageData } from './load-inbox.ts'

const VIEWS: [ConversationState, string][] = [
  ['open', 'Open'],
  ['answered', 'Answered'],
  ['closed', 'Archived'],
]
const EMPTY_MESSAGES: Record<ConversationState, string> = {
  open: 'All caught up. No messages waiting.',
  answered: 'No answered messages yet.',
  closed: 'No archived messages.',
}

export function InboxView({ selectedState: show, onChanged, ...inbox }: InboxPageData & { onChanged: () => void }) {
  const [query] = useSearchParams()
  const { open, isMissing, conversations, counts } = inbox
  const views = VIEWS.map(([state, label]) => ({
    to: withSearchParams(query, { show: state, open: null, after: null }),
    label,
    count: counts[state],
    isCurrent: state === show,
  }))
  const side = open ? (
    <ConversationPanel
      key={open.conversationId}
      conversation={open}
      closeUrl={withSearchParams(query, { open: null })}
      onChanged={onChanged}
    />
  ) : (
    <NoDetail isMissing={isMissing} missing="Conversation not found." hint="Select a conversation to read it." />
  )
  return (
    <ListDetail title="Inbox" views={views} detail={side}>
      {conversations.length === 0 ? (
        <EmptyList>{EMPTY_MESSAGES[show]}</EmptyList>
      ) : (
        <ul className={styles.rows}>
          {conversations.map((row) => (
            <ConversationRow
              key={row.conversationId}
              row={row}
              to={withSearchParams(query, { open: row.conversationId })}
              isOpen={row.conversationId === open?.conversationId}
            />
          ))}
        </ul>
      )}
      <ListFoot {...inbox} older="Older messages" />
    </ListDetail>
  )
}

function ConversationRow({ row, to, isOpen }: { row: InboxRow; to: string; isOpen: boolean }) {
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
