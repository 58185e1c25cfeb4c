/** The states of the admins' pages: orders and their actions, the inbox, the mail of a demo. */
import type { Page } from 'playwright-core'
import type { Known } from './known.ts'
import { hears, press, type State, sees } from './state.ts'

const opened = ({ paid }: Known) => `/portal/orders?open=${paid.orderId}`
const asAdmin = (name: string, path: State['path'], after?: State['after']): State => ({
  name,
  path,
  as: 'admin',
  ...(after && { after }),
})
const isOpen = (page: Page) => sees(page, 'History')

/** As the server answers it after two disputes and a stopped worker. */
const disputed = (page: Page) =>
  hears(page, '**/api/v1/admin/home*', (said) => {
    const dispute = { orderId: '8d5e3f6c-8a53-4b0a-9a0e-0d1c5b1c7a11', amount: { amount: '399.00', currency: 'USD' } }
    said.disputes = {
      count: 6,
      next: [
        { ...dispute, disputeId: '1', orderNumber: 'U-20508', state: 'open', answerBy: '2027-03-02T23:59:00Z' },
        { ...dispute, disputeId: '2', orderNumber: 'U-20511', state: 'inquiry', answerBy: '2027-03-04T23:59:00Z' },
        { ...dispute, disputeId: '3', orderNumber: 'U-20497', state: 'open', answerBy: null },
      ],
    }
    said.lateJobs = [{ name: 'checkout.reconcile', since: '2026-11-26T21:04:00Z' }]
  })

/** As the server answers it after a restore, before the operator ends the hold. */
const restored = (page: Page) =>
  hears(page, '**/api/v1/admin/home*', (said) => {
    said.held = { backupAt: '2026-11-26T02:23:00Z', restoredAt: '2026-11-27T09:12:00Z' }
    said.backups = { lastAt: '2026-11-24T02:23:00Z', verifiedAt: null, hasFailed: false, isLate: true }
  })

export const ORDERS_PAGE: State[] = [
  {
    ...asAdmin('admin home, restored and held', '/portal', (page) => sees(page, 'Restored from a backup, and held')),
    before: restored,
  },
  {
    ...asAdmin('admin home, disputes and late work', '/portal', (page) => sees(page, '6 payments are disputed')),
    before: disputed,
  },
  { name: 'orders, stranger', path: '/portal/orders' },
  asAdmin('orders', '/portal/orders', (page) => page.locator('[data-row] a').first().waitFor()),
  asAdmin('orders, none like that', '/portal/orders?q=zzzz', (page) => sees(page, 'No orders match.')),
  asAdmin('orders, filtered', '/portal/orders?status=complete&q=priya', async (page) => {
    await page.getByText('Filter', { exact: true }).click()
    await page.getByLabel('Status', { exact: true }).waitFor()
  }),
  asAdmin('orders, keys', '/portal/orders', async (page) => {
    await page.locator('[data-row] a').first().waitFor()
    // There are none on a phone.
    const keys = page.getByText('Keyboard shortcuts', { exact: true })
    if (await keys.isVisible()) await keys.click()
  }),
  asAdmin('orders, one open', opened, isOpen),
  asAdmin('orders, refund looked at', opened, async (page) => {
    await isOpen(page)
    await press(page, 'Refund')
    await page.getByLabel(/Jonah Whitlock/).check()
    await page
      .getByRole('list', { name: 'What this does' })
      .getByText(/in 5 to 10 days/)
      .waitFor()
    await page.getByLabel('Reason').press('Enter')
    await sees(page, 'Add a reason. It is saved with the order.')
  }),
  asAdmin('orders, seat to end', opened, async (page) => {
    await isOpen(page)
    await press(page, 'End a seat')
    await page.getByLabel('Nothing', { exact: true }).check()
    await page.getByLabel('Jonah Whitlock', { exact: true }).check()
    await page.getByRole('button', { name: /^End the seat/ }).waitFor()
  }),
  asAdmin('orders, receipt to send again', opened, async (page) => {
    await isOpen(page)
    await press(page, 'Resend receipt')
    await page.getByLabel('Reason').press('Enter')
    await sees(page, 'Add a reason. It is saved with the order.')
  }),
  asAdmin(
    'orders, cohort to cancel',
    ({ paid }) => `/portal/orders?course=${paid.courseCode}`,
    async (page) => {
      await press(page, 'Cancel these dates')
      await page.getByLabel('Reason').fill('The teacher is ill')
      await page.keyboard.press('Enter')
      await sees(page, /^Type .* to cancel it\.$/)
    },
  ),
  asAdmin('orders, a missing one', '/portal/orders?open=00000000-0000-4000-8000-000000000000'),

  asAdmin('attribution, first touch', '/portal/attribution?touch=first&by=source', (page) =>
    page.getByRole('rowheader', { name: 'No source' }).waitFor(),
  ),
  asAdmin('attribution, no figures', '/portal/attribution?from=2020-01-01&until=2020-01-02', (page) =>
    sees(page, /^No visits, leads or orders/),
  ),
  asAdmin('attribution, wrong days', '/portal/attribution?from=2020-01-01&until=2021-12-31', (page) =>
    sees(page, 'Choose at most 366 days, the first day first'),
  ),

  { name: 'e-mails, stranger', path: '/portal/mail' },
  asAdmin('e-mails, none like that', '/portal/mail?email=nobody@understudy.test', (page) =>
    sees(page, 'No e-mails match.'),
  ),
  asAdmin(
    'e-mails, one sent',
    ({ mails }) => `/portal/mail?open=${mails.sent}`,
    (page) => sees(page, /We’ll write it again, with new links/),
  ),
  asAdmin(
    'e-mails, one failed',
    ({ mails }) => `/portal/mail?view=failed&open=${mails.failed}`,
    (page) => page.getByRole('button', { name: 'Send again' }).waitFor(),
  ),
  asAdmin('e-mails, suppressed addresses', '/portal/mail?view=addresses', async (page) => {
    await page.getByText('Ticket 12').waitFor()
    await page.getByText('Add an address').click()
    await press(page, 'Stop optional e-mails')
    await sees(page, 'Email is required')
  }),
  asAdmin('e-mails, a missing one', '/portal/mail?open=00000000-0000-4000-8000-000000000000'),

  { name: 'people, stranger', path: '/portal/people' },
  asAdmin('people, none like that', '/portal/people?q=zzzz', (page) => sees(page, 'Nobody matches.')),
  asAdmin('people, a missing one', '/portal/people?open=00000000-0000-4000-8000-000000000000'),
  asAdmin('people, invitation with faults', '/portal/people', async (page) => {
    await press(page, 'Send invitation')
    await sees(page, 'Email is required')
  }),
  asAdmin('people, one open', '/portal/people?q=leo+learner', async (page) => {
    await page.getByRole('link', { name: 'Leo Learner' }).click()
    await page.getByRole('heading', { name: 'Leo Learner' }).waitFor()
    await sees(page, 'Logged in on')
  }),
  asAdmin('people, giving a course', '/portal/people?q=leo+learner', async (page) => {
    await page.getByRole('link', { name: 'Leo Learner' }).click()
    await press(page, 'Add a role…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role').selectOption({ label: 'Creator of a course' })
    await dialog.getByLabel('Course', { exact: true }).selectOption('NG')
    await sees(page, /stays as co-teacher\.$/)
  }),
  asAdmin(
    'people, erasing',
    ({ paid }) => `/portal/people?q=${paid.email}`,
    async (page) => {
      await page.locator('[data-row] a').first().click()
      await press(page, 'Erase…')
      await sees(page, /are removed for good/)
    },
  ),

  { name: 'inbox, stranger', path: '/portal/inbox' },
  asAdmin(
    'inbox, one open',
    ({ conversation }) => `/portal/inbox?open=${conversation}`,
    async (page) => {
      await page.getByRole('heading', { name: 'Ana Cruz' }).waitFor()
      await page.getByText('History').click()
    },
  ),
  asAdmin('inbox, put away', '/portal/inbox?view=closed'),
  { name: 'conversation', path: ({ mailed }) => mailed.thread, after: (page) => sees(page, 'There is one in spring.') },
  { name: 'conversation, unknown link', path: '/support' },
  { name: 'mail', path: '/dev/mail' },
  { name: 'mail to nobody', path: '/dev/mail?to=nobody@understudy.test' },
]
