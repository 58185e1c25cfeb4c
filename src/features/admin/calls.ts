/** The administration's calls, as the browser makes them. */
import type { Client } from '#http/client.ts'
import type { listOrders, readOrder } from './wire/orders.ts'

export type Asked = (typeof listOrders)['query']['_zod']['input']

export const callListOrders = (client: Client, query: Asked) =>
  client.call<typeof listOrders>({ host: 'payment', method: 'GET', path: 'admin/orders' }, { query, auth: 'admin' })

export const callReadOrder = (client: Client, orderId: string) =>
  client.call<typeof readOrder>(
    { host: 'payment', method: 'GET', path: 'admin/orders/:orderId' },
    { params: { orderId }, auth: 'admin' },
  )
