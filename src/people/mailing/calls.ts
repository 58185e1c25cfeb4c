/** The browser's call of the opt-out link. */
import type { Client } from '#http/client.ts'
import type { MailCategory } from './mail-categories.ts'
import { changeMailOptOut } from './wire.ts'

export const callMailOptOut = (client: Client, token: string, isOff: boolean | null, category?: MailCategory) =>
  client.call(changeMailOptOut, { body: { token, isOff, ...(category && { category }) } })
