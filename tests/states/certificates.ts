/** The page that verifies a certificate, and the learner's own certificates. */
import { hears, press, type State, sees } from './state.ts'

const CERTIFICATE = {
  certificateId: 'a',
  publicId: 'A'.repeat(22),
  state: 'issued',
  number: 'U7F3K-92QDM',
  name: 'Priya Raman',
  courseTitle: 'Mobile filmmaking, shot on the phone you own',
  coursePrefixCode: 'NG',
  teachers: ['Nina Reyes'],
  hours: 24,
  completedOn: '2026-03-01',
  issuedAt: '2026-03-01T00:00:00.000Z',
  reason: null,
  isNamed: true,
  nameChangesLeft: 2,
  isNamePrintable: true,
  drawing: {
    issuerName: 'Understudy',
    statement: 'completed the required lessons and sessions of',
    signature: ['Nina Reyes', 'taught this course · 1 March 2026'],
    poster: '/art/NG.svg',
    focal: 20,
    hue: 'vermilion',
  },
  url: `https://understudy.test/certificates/${'A'.repeat(22)}`,
  credentialUrl: '/credential',
  pictureUrl: '/picture',
  linkedInUrl: 'https://www.linkedin.com/profile/add',
}
const NO_LINKS = { credentialUrl: null, pictureUrl: null, linkedInUrl: null }
const MY_CERTIFICATES = [
  CERTIFICATE,
  { ...CERTIFICATE, certificateId: 'b', name: '王小明', isNamePrintable: false, nameChangesLeft: 0, isNamed: false },
  { ...CERTIFICATE, ...NO_LINKS, certificateId: 'c', state: 'revoked', reason: 'The place was refunded.' },
]

export const CERTIFICATES: State[] = [
  {
    name: 'certificates',
    path: '/portal/certificates',
    as: 'learner',
    before: (page) => hears(page, '**/my-certificates', (data) => data.push(...MY_CERTIFICATES)),
    after: async (page) => {
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '')
      })
      await sees(page, 'Copy')
    },
  },
  {
    name: 'course room, finished with a certificate',
    path: '/portal/courses/ng#lessons',
    as: 'learner',
    before: (page) =>
      hears(page, '**/learn/courses/*', (data) => {
        data.completion = { completedAt: '2026-03-01T00:00:00.000Z' }
        data.certificateId = 'a'
      }),
    after: (page) => sees(page, 'See your certificate'),
  },
  ...[true, false].map(
    (hasCertificate): State => ({
      name: `finish screen, ${hasCertificate ? 'with' : 'without'} a certificate`,
      path: '/portal/courses/ng/finished',
      as: 'learner',
      before: async (page) => {
        await hears(page, '**/learn/courses/*', (data) => {
          data.completion = { completedAt: '2026-03-01T00:00:00.000Z' }
          data.certificateId = hasCertificate ? 'a' : null
          Object.assign(data.progress, {
            percent: 100,
            lessons: { complete: 14, total: 14 },
            sessions: { complete: 7, total: 8 },
          })
        })
        await hears(page, '**/my-certificates', (data) => data.push(...MY_CERTIFICATES))
        await hears(page, '**/api/v1/courses/*', (data) => {
          data.compareWith = ['NSPR', 'DAT', 'VFX']
        })
      },
      after: async (page) => {
        await sees(page, 'Courses that go well with this one')
        await press(page, 'Write a review')
        await press(page, 'Send review')
        await sees(page, 'A message is required')
      },
    }),
  ),
  {
    name: 'finish screen, loading',
    path: '/portal/courses/ng/finished',
    as: 'learner',
    isLoading: true,
    before: (page) => page.route('**/learn/courses/*', () => undefined),
    after: (page) => sees(page, 'Loading your certificate'),
  },
  {
    name: 'finish screen, not reached',
    path: '/portal/courses/ng/finished',
    as: 'learner',
    before: (page) => page.route('**/learn/courses/*', (route) => route.abort()),
    after: (page) => sees(page, 'Try again'),
  },
  { name: 'certificate, revoked', path: (known) => known.certificates.revoked },
  { name: 'certificate', path: (known) => known.certificates.valid },
  {
    name: 'certificate, signature checked',
    path: (known) => known.certificates.valid,
    after: async (page) => {
      await press(page, 'Check the signature')
      await sees(page, 'The signature is genuine')
    },
  },
]
