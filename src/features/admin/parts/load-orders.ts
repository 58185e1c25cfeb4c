/** Orders as the address asks for them: which ones, and the one that is open. */
import type { NotIn } from '#features/portal/parts/load-settings.ts'
import type { Client, ClientEnvironment } from '#http/client.ts'
import { type Asked, callListOrders, callReadCohort, callReadOrder } from '../calls.ts'
import type { AdminCohort } from '../wire/cohorts.ts'
import type { AdminOrder, Counts, Row } from '../wire/orders.ts'
import { ONLY, STATUSES } from '../wire/statuses.ts'
import { type Admin, adminHere, loadAdmin, notIn } from './load-admin.ts'

export type Orders = Admin & {
  filter: Filter
  orders: Row[]
  count: number
  counts: Counts
  courses: { courseCode: string; title: string }[]
  /** The order after which the next page begins. */
  next: number | null
  isFirst: boolean
  open: AdminOrder | null
  /** The cohort that the filter is about. */
  cohort: AdminCohort | null
  /** The address names an order that is not there. */
  isMissing: boolean
  /** The day before today, as the browser counts days. */
  yesterday: string
}
export type Filter = Pick<Asked, 'q' | 'status' | 'since' | 'courseCode' | 'only'>

type Here = { local: ClientEnvironment['local']; zone: string; now: Date }

export async function loadOrders(
  client: Client,
  here: Here,
  asked: URLSearchParams,
): Promise<NotIn | ({ is: 'in' } & Orders)> {
  const audience = adminHere(here)
  if (!audience) return { is: 'guest', told: null }
  const filter = filterOf(asked)
  const after = Number(asked.get('after')) || null
  const openId = asked.get('open')
  const [admin, list, read, cohort] = await Promise.all([
    loadAdmin(client, audience),
    callListOrders(client, { ...filter, timezoneId: here.zone, ...(after && { after }) }),
    openId ? callReadOrder(client, openId) : null,
    filter.courseCode ? callReadCohort(client, filter.courseCode) : null,
  ])
  if (admin.is !== 'in') return admin
  if (list.error !== null) return notIn(list)
  if (read && read.error !== null && read.status !== 404) return notIn(read)
  return {
    ...admin,
    ...list.data.data,
    filter,
    isFirst: after === null,
    open: read?.error === null ? read.data.data : null,
    cohort: cohort?.error === null ? cohort.data.data : null,
    isMissing: read?.status === 404,
    yesterday: dayBefore(here.now),
  }
}

/** What an address says that means nothing is left out. */
function filterOf(asked: URLSearchParams): Filter {
  const [q, since, courseCode] = ['q', 'since', 'course'].map((name) => asked.get(name)?.trim() || null)
  const status = STATUSES.find((one) => one === asked.get('status'))
  const only = ONLY.find((one) => one === asked.get('only'))
  return {
    ...(q && { q: q.slice(0, 200) }),
    ...(status && { status }),
    ...(since && /^\d{4}-\d\d-\d\d$/.test(since) && !Number.isNaN(Date.parse(since)) && { since }),
    ...(courseCode && { courseCode }),
    ...(only && { only }),
  }
}

function dayBefore(now: Date): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
