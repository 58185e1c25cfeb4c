import { getKindLabel } from '#people/mailing/mail-kinds.ts'
import { type Column, DataTable, EmptyState, RowLink } from '#ui/list/data-table.tsx'
import { When } from '#ui/local-time.tsx'
import type { MailListItem } from '../wire/mails.ts'
import styles from './mail.module.css'
import { MailState } from './mail-state.tsx'

type Props = {
  mails: MailListItem[]
  openId: string | null
  mailUrl: (mailId: string) => string
  isFirstUse: boolean
}

export function MailTable({ mails, openId, mailUrl, isFirstUse }: Props) {
  const columns: Column<MailListItem>[] = [
    {
      header: 'E-mail',
      isRowHeader: true,
      cell: ({ mailId, to, kind }) => (
        <>
          <RowLink to={mailUrl(mailId)}>{to}</RowLink>
          <small>{getKindLabel(kind)}</small>
        </>
      ),
    },
    {
      header: 'State',
      card: 'bottom',
      cell: (mail) => (
        <>
          <MailState mail={mail} />
          {mail.problem && mail.state !== 'sent' && <small className={styles.problem}>{mail.problem}</small>}
        </>
      ),
    },
    {
      header: 'Written',
      look: 'quiet',
      card: 'bottomEnd',
      cell: ({ createdAt }) => <When at={createdAt} zone="UTC" form="short" />,
    },
  ]
  return (
    <DataTable
      columns={columns}
      rows={mails}
      rowKey={({ mailId }) => mailId}
      openKey={openId}
      empty={<EmptyState>{isFirstUse ? 'No e-mails yet.' : 'No e-mails match.'}</EmptyState>}
    />
  )
}
