/** Messages to learners, in the studio and in the course room. */
import type { Page } from 'playwright-core'
import { hears, press, type State, sees } from './state.ts'

const LIST = '/studio/courses/ng/messages'
const COUNTS = { people: 18, sent: 16, waiting: 0, failed: 1, bounced: 1, leftOut: 0, forgotten: 0 }
const SENT = {
  messageId: '00000000-0000-4000-8000-000000000001',
  subject: 'How to hand in your first film',
  state: 'sent',
  to: 'January evenings',
  sendAt: '2027-01-22T09:00:00.000Z',
  startsIn: null,
  updatedAt: '2027-01-22T08:50:00.000Z',
  sentBy: 'Nina Reyes',
  readerCount: null,
  counts: COUNTS,
  missed: [
    { name: 'Tom Hallam', reason: 'The mail server did not take the e-mail.' },
    { name: 'Samir Aziz', reason: 'The address doesn’t take our e-mails. The message is in the portal.' },
  ],
}

const withMessages = (create: () => object[]) => (page: Page) =>
  hears(page, '**/api/v1/studio/courses/*/messages', (data) => {
    data.messages = create()
  })

const waitingMessage = (sendAt: string) => ({
  ...SENT,
  messageId: '00000000-0000-4000-8000-000000000002',
  subject: 'Tomorrow: bring one object you can hold',
  state: 'scheduled',
  sendAt,
  startsIn: Math.round((Date.parse(sendAt) - Date.now()) / 1000),
  readerCount: 18,
  counts: null,
  missed: [],
})

export const MESSAGES: readonly State[] = [
  {
    name: 'studio, a message being written',
    path: LIST,
    as: 'creator',
    after: async (page) => {
      await press(page, 'New message')
      await page.getByRole('button', { name: 'Insert: first name' }).click()
      await sees(page, 'See all')
      await sees(page, /Saved \d/)
    },
  },
  {
    name: 'studio, a message in its 30 seconds',
    path: LIST,
    as: 'creator',
    before: withMessages(() => [waitingMessage(new Date(Date.now() + 28_000).toISOString()), SENT]),
    after: (page) => sees(page, /^Sending to 18 people in/),
  },
  {
    name: 'studio, a planned message and one with failures',
    path: LIST,
    as: 'creator',
    before: withMessages(() => [waitingMessage('2099-01-26T09:00:00.000Z'), SENT]),
    after: (page) => sees(page, 'Samir Aziz'),
  },
  {
    name: 'course room, messages',
    path: '/portal/courses/ng#messages',
    as: 'learner',
    before: async (page) => {
      await hears(page, '**/learn/courses/*', (data) => Object.assign(data, { messageCount: 1 }))
      await hears(page, '**/learn/courses/*/messages', (data) =>
        data.push({
          messageId: SENT.messageId,
          subject: SENT.subject,
          from: 'Nina Reyes',
          sentAt: SENT.sendAt,
          nodes: [
            { tag: 'p', children: ['Hello Ada, please bring:'] },
            { tag: 'ul', children: [{ tag: 'li', children: ['a lamp'] }] },
          ],
        }),
      )
    },
    after: (page) => sees(page, 'a lamp'),
  },
]
