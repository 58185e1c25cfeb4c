/** The figures' call, as the browser makes it. */
import type { Client } from '#http/client.ts'
import type { readFigures } from '../wire/figures.ts'

export const callReadFigures = (client: Client, timezoneId: string) =>
  client.call<typeof readFigures>(
    { host: 'payment', method: 'GET', path: 'admin/figures' },
    { query: { timezoneId }, auth: 'admin' },
  )
