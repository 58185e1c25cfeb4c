/** The four kinds of lead that a course page collects, and their texts. */
export const LEAD_KINDS = ['waitlist', 'coming-soon', 'reminder', 'curriculum'] as const
export type LeadKind = (typeof LEAD_KINDS)[number]

type LeadTexts = { button: string; busy: string; done: string; note: string }

/** The texts promise exactly how the address is used. */
export const LEAD_TEXTS: Readonly<Record<LeadKind, LeadTexts>> = {
  waitlist: {
    button: 'Join the waitlist',
    busy: 'Joining…',
    done: 'Almost done: open the link in our e-mail to confirm your place on the waitlist.',
    note: 'It’s free. We only use your e-mail for this waitlist.',
  },
  'coming-soon': {
    button: 'Notify me',
    busy: 'Sending…',
    done: 'Thanks. Open the link in our e-mail to confirm your address.',
    note: 'We only use your address to tell you when enrolment opens. You can turn it off in each e-mail.',
  },
  reminder: {
    button: 'Remind me',
    busy: 'Sending…',
    done: 'Thanks. Open the link in our e-mail to confirm your address.',
    note: 'We only use your address for the dates of this course. You can turn it off in each e-mail.',
  },
  curriculum: {
    button: 'Send me the curriculum',
    busy: 'Sending…',
    done: 'Thanks. The curriculum is on its way to your e-mail.',
    note: 'We only use your address to send this one e-mail.',
  },
}
