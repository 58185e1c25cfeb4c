/** Loads the page of e-mails by the URL: a list and the open e-mail, or the suppressed addresses. */
import type { RequestQuery } from '#http/endpoint.ts'
import type { AppRequest } from '#people/app-shell/app-request.ts'
import { type ListDetailData, loadListDetail } from '#people/app-shell/load-list-detail.ts'
import { MAIL_KIND_LABELS } from '#people/mailing/mail-kinds.ts'
import {
  listMails,
  listSuppressions,
  type MailCounts,
  type MailDetail,
  type MailListItem,
  readMail,
  type Suppression,
} from '../wire/mails.ts'
import { MAIL_VIEWS } from './mail-views.ts'

type MailList = { mails: MailListItem[]; count: number; counts: MailCounts; next: string | null }
type AddressList = { suppressions: Suppression[]; counts: MailCounts; next: string | null }
export type MailFilter = Pick<RequestQuery<typeof listMails>, 'view' | 'kind' | 'email'>
export type MailsData = { list: 'mails'; filter: MailFilter } & ListDetailData<MailList, MailDetail>
export type AddressesData = { list: 'addresses'; filter: MailFilter } & ListDetailData<AddressList>

export async function loadMails(request: AppRequest): Promise<MailsData | AddressesData> {
  const { client, query } = request
  const filter = parseFilter(query)
  if (query.get('view') === 'addresses') {
    const { email } = filter
    const addresses = await loadListDetail<AddressList>(request, {
      list: (after) =>
        client.call(listSuppressions, { auth: 'admin', query: { ...(email && { email }), ...(after && { after }) } }),
    })
    return { ...addresses, list: 'addresses', filter }
  }
  const mails = await loadListDetail<MailList, MailDetail>(request, {
    list: (after) =>
      client.call(listMails, { auth: 'admin', query: { ...filter, ...(after && isUuid(after) && { after }) } }),
    entry: (mailId) => client.call(readMail, { auth: 'admin', params: { mailId } }),
  })
  return { ...mails, list: 'mails', filter }
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Drops values that the endpoint would refuse. */
function parseFilter(query: URLSearchParams): MailFilter {
  const view = MAIL_VIEWS.find((one) => one === query.get('view'))
  const kind = Object.keys(MAIL_KIND_LABELS).find((one) => one === query.get('kind'))
  const email = query.get('email')?.trim().slice(0, 254)
  return { ...(view && { view }), ...(kind && { kind }), ...(email && { email }) }
}
