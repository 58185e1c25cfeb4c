import { useSearchParams } from 'react-router'
import type { ConversationState, InboxRow } from '#people/support/wire/inbox.ts'
import { type Column, DataTable, EmptyState, ListFoot, RowLink } from '#ui/list/data-table.tsx'
import { NoDetail } from '#ui/list/detail-panel.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { withSearchParams } from '#ui/list/with-search-params.ts'
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
  const { open, isMissing, conversations, counts, next, isFirst } = inbox
  const views = VIEWS.map(([state, label]) => ({
    to: withSearchParams(query, { show: state, open: null, after: null }),
    label,
    count: counts[state],
    isCurrent: state === show,
  }))
  return (
    <ListPage
      title="Inbox"
      views={views}
      detail={
        open ? (
          <ConversationPanel
            key={open.conversationId}
            conversation={open}
            closeUrl={withSearchParams(query, { open: null })}
            onChanged={onChanged}
          />
        ) : (
          <NoDetail isMissing={isMissing} missing="Conversation not found." hint="Select a conversation to read it." />
        )
      }
    >
      <DataTable
        columns={listColumns(query)}
        rows={conversations}
        rowKey={({ conversationId }) => conversationId}
        openKey={open?.conversationId ?? null}
        empty={<EmptyState>{EMPTY_MESSAGES[show]}</EmptyState>}
      />
      <ListFoot next={next} isFirst={isFirst} more="Older messages" />
    </ListPage>
  )
}

const listColumns = (query: URLSearchParams): Column<InboxRow>[] => [
  {
    header: 'From',
    card: 'top',
    cell: ({ conversationId, name, email }) => (
      <RowLink to={withSearchParams(query, { open: conversationId })}>{name ?? email}</RowLink>
    ),
  },
  { header: 'Message', card: 'bottom', className: styles.excerpt, cell: ({ excerpt }) => excerpt },
  { header: 'Page', look: 'quiet', card: 'bottomEnd', cell: ({ page }) => page },
  {
    header: 'Written',
    look: 'quiet',
    card: 'topEnd',
    cell: ({ changedAt }) => <When at={changedAt} zone="UTC" form="short" />,
  },
]
