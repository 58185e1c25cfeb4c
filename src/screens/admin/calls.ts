/** Client functions for the administration endpoints. */
import type { Client } from '#http/client.ts'
import type { RequestBody, RequestQuery } from '#http/endpoint.ts'
import { attributionReport, exportAttribution } from './wire/attribution.ts'
import { listAuditLog } from './wire/audit-log.ts'
import { readCohort } from './wire/cohorts.ts'
import { adminHome } from './wire/home.ts'
import * as mails from './wire/mails.ts'
import { exportOrders, listOrders, readOrder } from './wire/orders.ts'

export type ListOrdersQuery = RequestQuery<typeof listOrders>

export const callListOrders = (client: Client, query: ListOrdersQuery) =>
  client.call(listOrders, { query, auth: 'admin' })

export const callExportOrders = (client: Client, query: Omit<ListOrdersQuery, 'after'>) =>
  client.call(exportOrders, { query, auth: 'admin' })

export const callReadOrder = (client: Client, orderId: string) =>
  client.call(readOrder, { params: { orderId }, auth: 'admin' })

export type ListAuditLogQuery = RequestQuery<typeof listAuditLog>

export const callListAuditLog = (client: Client, query: ListAuditLogQuery) =>
  client.call(listAuditLog, { query, auth: 'admin' })

export const callReadCohort = (client: Client, courseCode: string) =>
  client.call(readCohort, { params: { courseCode }, auth: 'admin' })

export const callAdminHome = (client: Client, timezoneId: string) =>
  client.call(adminHome, { query: { timezoneId }, auth: 'admin' })

export type AttributionReportQuery = RequestQuery<typeof attributionReport>

export const callAttributionReport = (client: Client, query: AttributionReportQuery) =>
  client.call(attributionReport, { query, auth: 'admin' })

export const callExportAttribution = (client: Client, query: AttributionReportQuery) =>
  client.call(exportAttribution, { query, auth: 'admin' })

export type ListMailsQuery = RequestQuery<typeof mails.listMails>

export const callListMails = (client: Client, query: ListMailsQuery) =>
  client.call(mails.listMails, { query, auth: 'admin' })

export const callReadMail = (client: Client, mailId: string) =>
  client.call(mails.readMail, { params: { mailId }, auth: 'admin' })

export const callResendMail = (client: Client, mailId: string, idempotencyKey: string) =>
  client.call(mails.resendMail, { params: { mailId }, body: {}, idempotencyKey, auth: 'admin' })

export const callListSuppressions = (client: Client, query: RequestQuery<typeof mails.listSuppressions>) =>
  client.call(mails.listSuppressions, { query, auth: 'admin' })

export const callSuppressAddress = (client: Client, body: RequestBody<typeof mails.suppressAddress>) =>
  client.call(mails.suppressAddress, { body, auth: 'admin' })

export const callLiftSuppression = (client: Client, email: string) =>
  client.call(mails.liftSuppression, { body: { email }, auth: 'admin' })
