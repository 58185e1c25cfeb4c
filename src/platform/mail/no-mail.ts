import type { Mailer } from './mailer.ts'

/** Production with MAIL_DELIVERY=none. */
export function createNoMail(): Mailer {
  return {
    engine: 'none',
    send: async () => {
      throw new Error('MAIL_DELIVERY=none sends no e-mail')
    },
    check: async () => {},
    close: () => {},
  }
}
