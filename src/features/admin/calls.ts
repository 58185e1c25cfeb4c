/** The administration's calls, as the browser makes them. */
import type { Client } from '#http/client.ts'
import type { listAuditLog } from './wire/audit-log.ts'
import type { readCohort } from './wire/cohorts.ts'
import type { exportOrders, listOrders, readOrder } from './wire/orders.ts'

export type Asked = (typeof listOrders)['query']['_zod']['input']

export const callListOrders = (client: Client, query: Asked) =>
  client.call<typeof listOrders>({ host: 'payment', method: 'GET', path: 'admin/orders' }, { query, auth: 'admin' })

export const callExportOrders = (client: Client, query: Omit<Asked, 'after'>) =>
  client.call<typeof exportOrders>(
    { host: 'payment', method: 'GET', path: 'admin/orders/export', file: 'text/csv' },
    { query, auth: 'admin' },
  )

export const callReadOrder = (client: Client, orderId: string) =>
  client.call<typeof readOrder>(
    { host: 'payment', method: 'GET', path: 'admin/orders/:orderId' },
    { params: { orderId }, auth: 'admin' },
  )

export type AskedLog = (typeof listAuditLog)['query']['_zod']['input']

export const callListAuditLog = (client: Client, query: AskedLog) =>
  client.call<typeof listAuditLog>({ host: 'login', method: 'GET', path: 'admin/audit-log' }, { query, auth: 'admin' })

export const callReadCohort = (client: Client, courseCode: string) =>
  client.call<typeof readCohort>(
    { host: 'payment', method: 'GET', path: 'admin/cohorts/:courseCode' },
    { params: { courseCode }, auth: 'admin' },
  )
