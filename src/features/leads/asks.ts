/** The four wishes that a course page takes, and how each is said. */
export const ASKS = ['waitlist', 'coming-soon', 'reminder', 'curriculum'] as const
export type Ask = (typeof ASKS)[number]

type Words = { button: string; busy: string; done: string; small: string }

/** What each promises is what is done with it: no list is joined, and nobody else gets the address. */
export const WORDS: Readonly<Record<Ask, Words>> = {
  waitlist: {
    button: 'Join the waitlist',
    busy: 'Joining…',
    done: 'You’re on the waitlist.',
    small: 'It’s free. We only use your e-mail for this waitlist.',
  },
  'coming-soon': {
    button: 'Notify me',
    busy: 'Noting…',
    done: 'Noted. You hear from us when the dates are set.',
    small: 'One mail, when the dates are set. We use the address for nothing else.',
  },
  reminder: {
    button: 'Remind me',
    busy: 'Noting…',
    done: 'Noted. You hear from us when there is a next date.',
    small: 'One mail, when there is a next date. We use the address for nothing else.',
  },
  curriculum: {
    button: 'Send me the curriculum',
    busy: 'Noting…',
    done: 'Thanks. We’ve noted your request.',
    small: 'One mail, with the curriculum as a PDF. We use the address for nothing else.',
  },
}
