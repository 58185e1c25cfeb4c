import type { Mailer } from './mailer.ts'

/** Runs alone: the mail already stands in the database, so there is nothing left to hand over. */
export function openOutbox(): Mailer {
  return { engine: 'outbox', send: async () => {}, check: async () => {}, close: () => {} }
}
