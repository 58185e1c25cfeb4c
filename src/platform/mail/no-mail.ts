import type { Mailer } from './mailer.ts'

/** Production with MAIL=none. */
export function openNoMail(): Mailer {
  return {
    engine: 'none',
    send: async () => {
      throw new Error('MAIL=none sends no mail')
    },
    check: async () => {},
    close: () => {},
  }
}
