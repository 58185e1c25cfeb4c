/** The things that a production site needs before it sells. docs/contract §48. */

export const SITE_NEEDS = ['payments', 'mail', 'seller', 'privacy', 'backup'] as const
type SiteNeedName = (typeof SITE_NEEDS)[number]

/** `missing`: something does not work. `open`: it works as far as we know, and a person has to look. */
export const NEED_STATES = ['done', 'open', 'missing'] as const

/** No more attempt follows. */
export const MAIL_NOT_SENT = 'E-mails are not sent'
export const TEST_FAILED = 'The last test e-mail failed'

export type SiteNeed = {
  need: SiteNeedName
  state: (typeof NEED_STATES)[number]
  title: string
  /** One sentence for people. */
  fact: string
  /** The time of the fact, such as that of the last backup. */
  at: Date | null
}

export type NeedFacts = {
  /** The names of the providers that take payments now. */
  providers: readonly string[]
  /** One of them has keys for tests. */
  isTestMoney: boolean
  mail: {
    isSent: boolean
    /** The newest of the e-mails by which an admin tests the mail server. */
    lastTest: { state: string; at: Date; problem: string | null } | null
    lastSentAt: Date | null
  }
  /** The lines on invoices. Null: nobody has set name and address. */
  seller: readonly string[] | null
  privacyReadAt: Date | null
  backup: { isNightly: boolean; lastAt: Date | null; isLate: boolean; fault: string | null }
}

export function listSiteNeeds(facts: NeedFacts): SiteNeed[] {
  return [getPayments(facts), getMail(facts.mail), getSeller(facts), getPrivacy(facts), getBackup(facts.backup)]
}

function getPayments({ providers, isTestMoney }: NeedFacts): SiteNeed {
  const common = { need: 'payments', at: null } as const
  if (providers.length === 0) {
    return {
      ...common,
      state: 'missing',
      title: 'Payments are not connected',
      fact: 'Until Stripe or PayPal is set on the server, course pages say that enrolment opens soon, and let people ask to be told.',
    }
  }
  const names = providers.join(' and ')
  return isTestMoney
    ? { ...common, state: 'open', title: 'Payments are on trial', fact: `${names}, with test keys: no money moves.` }
    : { ...common, state: 'done', title: 'Payments are connected', fact: `${names}.` }
}

function getMail({ isSent, lastTest, lastSentAt }: NeedFacts['mail']): SiteNeed {
  const common = { need: 'mail', at: null } as const
  if (!isSent) {
    return {
      ...common,
      state: 'missing',
      title: MAIL_NOT_SENT,
      fact: 'They wait on the server until SMTP_URL is set there.',
    }
  }
  const isTestNewer = lastTest !== null && (lastSentAt === null || lastTest.at > lastSentAt)
  if (isTestNewer && lastTest.state !== 'sent') return getTest(lastTest)
  return lastSentAt === null
    ? { ...common, state: 'open', title: 'No e-mail was sent yet', fact: 'Send yourself a test e-mail.' }
    : {
        ...common,
        state: 'done',
        title: 'E-mails are sent',
        fact: 'The mail server accepted the last one.',
        at: lastSentAt,
      }
}

const ENDED_UNSENT: readonly string[] = ['failed', 'suppressed', 'cancelled']

/** A test that was not sent. One that is tried again for days, such as with a wrong password, is no less a fault. */
function getTest({ state, at, problem }: NonNullable<NeedFacts['mail']['lastTest']>): SiteNeed {
  const common = { need: 'mail', state: 'missing', at: null } as const
  if (ENDED_UNSENT.includes(state))
    return { ...common, title: TEST_FAILED, fact: problem ?? 'The mail server refused the last test.', at }
  return problem === null
    ? { ...common, state: 'open', title: 'A test e-mail is on its way', fact: 'Look again in a minute.' }
    : {
        ...common,
        title: 'The test e-mail could not be sent yet',
        fact: `${problem.replace(/\.$/, '')}. It is tried again.`,
      }
}

function getSeller({ seller }: NeedFacts): SiteNeed {
  const common = { need: 'seller', at: null } as const
  return seller === null
    ? {
        ...common,
        state: 'missing',
        title: 'The seller is not complete',
        fact: 'Invoices need a legal name and a postal address.',
      }
    : { ...common, state: 'done', title: 'The seller is complete', fact: `${seller.join(', ')}.` }
}

function getPrivacy({ privacyReadAt: at }: NeedFacts): SiteNeed {
  return at === null
    ? {
        need: 'privacy',
        state: 'open',
        title: 'Read your privacy page',
        fact: 'You answer for what it says, and for the enrolment terms that buyers accept. Nobody has confirmed it yet.',
        at,
      }
    : { need: 'privacy', state: 'done', title: 'The privacy page was read', fact: 'An owner confirmed it.', at }
}

function getBackup({ isNightly, lastAt: at, isLate, fault }: NeedFacts['backup']): SiteNeed {
  const common = { need: 'backup', at } as const
  if (fault !== null) return { ...common, state: 'missing', title: 'The last backup has a fault', fact: `${fault}.` }
  if (at === null) {
    return {
      ...common,
      state: isNightly ? 'missing' : 'open',
      title: 'There is no backup',
      fact: isNightly
        ? 'The server makes the first one within the hour, and then one each night.'
        : 'Set BACKUP_DIR or BACKUP_S3_URL on the server. Then one is made each night.',
    }
  }
  if (!isLate) return { ...common, state: 'done', title: 'There is a backup', fact: 'This turns red after two days.' }
  return {
    ...common,
    state: 'missing',
    title: 'The last backup is old',
    fact: 'It is more than two days old.',
  }
}
