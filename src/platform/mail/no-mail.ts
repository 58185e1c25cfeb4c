import type { Mailer } from './mailer.ts'

/** Production with MAIL=none. */
export function createNoMail(): Mailer {
  return {
    engine: 'none',
    send: async () => {
      throw new Error('MAIL=none sends no e-mail')
    },
    check: async () => {},
    close: () => {},
  }
}
