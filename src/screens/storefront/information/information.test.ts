import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { StartupError } from '#config/config.ts'
import { listRefundTerms, POLICY_FIGURES, REFUND_POLICIES } from '#domain/orders/refund-policy.ts'
import { getInformationPage, INFORMATION_PAGES } from '#domain/site-addresses.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { type Information, readInformation, requireInformation } from './information.ts'
import { createInformationMeta } from './information-meta.ts'
import { toOfferedInformation } from './offered-information.ts'

const SUPPORT = 'help@house.test'
const site = { current: { supportAddress: SUPPORT, sellerLines: ['Mill [Ltd] *& Sons*', '1 Mill <Lane>'] } }
const shipped = { config: { pagesDir: 'content/pages' }, site }
const folders: string[] = []
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'))
  folders.push(folder)
  await cp('content/pages', folder, { recursive: true })
})
afterAll(() => Promise.all(folders.map((usedFolder) => rm(usedFolder, { recursive: true }))))

async function read(name: Information['name'], deps = shipped): Promise<Information> {
  const page = await readInformation(deps, name)
  if (!page.ok) throw new Error(page.refusal.reason)
  return page.value
}

async function readAllPages(): Promise<Information[]> {
  return Promise.all(INFORMATION_PAGES.map((name) => read(name)))
}

/** Writes `text` as one of the pages and returns its faults, without the folder in their paths. */
async function listFaults(text: string, name: Information['name'] = 'faq'): Promise<string[]> {
  await writeFile(join(folder, `${name}.md`), text)
  const page = await readInformation({ config: { pagesDir: folder }, site }, name)
  return page.ok ? [] : page.refusal.reason!.replaceAll(`${folder}/`, '').split('\n')
}

const FRONT_MATTER = ['title: Questions', 'description: Answers', 'lead: Short ones.', 'updatedAt: 2026-11-21']
const page = (...body: string[]) => ['---', ...FRONT_MATTER, '---', ...body].join('\n')

describe('the shipped texts', () => {
  test('are present and valid, each with its own title and description', async () => {
    await requireInformation(shipped.config)
    const pages = await readAllPages()
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
    expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length)
    for (const { name, description } of pages) expect(description.length, name).toBeLessThanOrEqual(160)
  })

  test('sell gift cards only on a site that takes payments, by card or by PayPal', async () => {
    const giftCards = await read('gift-card')
    const offer = (methods: string[]) => {
      const forMethod = (method: string) => (methods.includes(method) ? ({} as Gateway) : null)
      return toOfferedInformation({ gateways: { forMethod } }, giftCards)
    }
    for (const methods of [['card'], ['paypal'], ['card', 'paypal']]) expect(offer(methods)).toBe(giftCards)
    const closed = offer([])
    expect(JSON.stringify(giftCards)).toContain('/gift-card/buy')
    expect(JSON.stringify(closed)).not.toContain('/gift-card/buy')
    expect(closed.sections.map(({ id }) => id)).toEqual(['balance', 'code', 'rules'])
    expect(toOfferedInformation({ gateways: { forMethod: () => null } }, await read('faq'))).toEqual(await read('faq'))
  })

  test('link to pages and sections that exist', async () => {
    const pages = await readAllPages()
    const known = new Set(
      pages.flatMap(({ name, sections }) => [
        `/${name}`,
        ...sections.flatMap(({ id, parts }) => [id, ...parts.map((part) => part.id)]).map((id) => `/${name}#${id}`),
      ]),
    )
    const links = pages
      .flatMap((informationPage) => listHrefs(informationPage))
      .filter((href) => getInformationPage(href.split('#')[0]!))
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((href) => !known.has(href))).toEqual([])
  })

  test('name the seller of the settings on the privacy page, as it is typed', async () => {
    expect(JSON.stringify(await read('privacy'))).toContain('Mill [Ltd] *&amp; Sons*, 1 Mill &lt;Lane&gt;.')
  })

  test('contain only the support address of the settings', async () => {
    const mails = (await readAllPages())
      .flatMap((informationPage) => listHrefs(informationPage))
      .filter((href) => href.startsWith('mailto:'))
    expect(mails.length).toBeGreaterThan(10)
    for (const href of mails) expect(href).toMatch(/^mailto:help@house\.test(\?|$)/)
  })

  test('say the same about refunds as the courses do', async () => {
    const shownSections = [...(await read('enrollment-terms')).sections, ...(await read('faq')).sections]
    const html = shownSections.flatMap((section) => [section.html, ...section.parts.map((part) => part.html)]).join(' ')
    for (const policy of REFUND_POLICIES)
      for (const delivery of ['live', 'on-demand'] as const)
        for (const { until, terms } of listRefundTerms(POLICY_FIGURES[policy], delivery).slice(0, -1))
          expect(html.toLowerCase()).toContain(`${until}: ${terms}`.toLowerCase())
    expect(html).toContain('within five days')
  })
})

function listHrefs({ action, intro, sections }: Information): string[] {
  const html = [intro, ...sections.flatMap((section) => [section.html, ...section.parts.map((part) => part.html)])]
  const inText = [...html.join(' ').matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)
  return action ? [action.href, ...inText] : inText
}

describe('a text', () => {
  test('splits into sections, and a section of questions into its answers', async () => {
    await writeFile(
      join(folder, 'faq.md'),
      page(
        'Before.',
        '## Money back {#refunds .questions}',
        'Short.',
        '### How long? {#long}',
        'Seven *days*.',
        '## More',
      ),
    )
    const { intro, sections } = await read('faq', { config: { pagesDir: folder }, site })
    expect(intro).toBe('<p>Before.</p>\n')
    expect(sections).toEqual([
      {
        id: 'refunds',
        title: 'Money back',
        kind: 'questions',
        html: '<p>Short.</p>\n',
        parts: [{ id: 'long', title: 'How long?', html: '<p>Seven <em>days</em>.</p>\n' }],
      },
      { id: 'more', title: 'More', kind: 'text', html: '', parts: [] },
    ])
  })

  test('contains no scripts: HTML is escaped, and a javascript: link stays plain text', async () => {
    await writeFile(join(folder, 'faq.md'), page('## One', '<script>alert(1)</script> [x](javascript:alert)'))
    const { sections } = await read('faq', { config: { pagesDir: folder }, site })
    expect(sections[0]!.html).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:alert)</p>\n')
  })

  test('gives search engines its questions, if it has any', async () => {
    const faq = createInformationMeta(await read('faq'), 'https://house.test', 'Mill School', '/og/faq.png')
    const questionsTag = faq.find((tag) => 'script:ld+json' in tag)
    expect(JSON.stringify(questionsTag)).toContain('"@type":"FAQPage"')
    expect(JSON.stringify(questionsTag)).toContain('How long do I have for a live course?')
    expect(faq).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://house.test/faq' })
    const about = createInformationMeta(await read('about-us'), 'https://house.test', 'Mill School', '/og/faq.png')
    expect(about.some((tag) => 'script:ld+json' in tag)).toBe(false)
  })
})

test('headings in any script have names of their own, which links may use', async () => {
  const text = page('## 退款', '[a](#退款) [b](#取消) [c](#größe) [d](#more-1) [e](#paid)', '## 取消', '## Größe')
  expect(await listFaults(`${text}\n## More\n## More\n## Prices {#paid}`)).toEqual([])
})

describe('a fault in a text is reported with file and line', () => {
  const LINE = FRONT_MATTER.length + 3
  test.each([
    ['no front matter', '## One', 'faq.md:1 put the front matter between'],
    ['a field that is missing', page('## One').replace('lead: Short ones.\n', ''), 'faq.md:2:1 lead: '],
    ['a field that is not known', page('## One').replace('lead:', 'led:'), 'faq.md:4:1 led: is not a known field'],
    [
      'an invalid date',
      page('## One').replace('2026-11-21', '21 November'),
      'faq.md:5:1 updatedAt: is not a date such as',
    ],
    ['invalid YAML', page('## One').replace('lead: S', 'lead: S: s'), 'faq.md:4:7 '],
    ['a second main heading', page('# One'), `faq.md:${LINE} the page already has a main heading`],
    ['one id twice', page('## One', '', '## Two {#one}'), `faq.md:${LINE + 2} #one is used twice`],
    ['an id that the page reserves', page('## Content'), `faq.md:${LINE} #content is reserved by the page itself`],
    ['an unknown kind of section', page('## One {.answers}'), `faq.md:${LINE} .answers is not a kind of section`],
    [
      'two groups in braces in a heading',
      page('## One {#one} {.steps}'),
      `faq.md:${LINE} a heading may have one group in braces`,
    ],
    ['an invalid group in braces', page('## One {.Steps!}'), `faq.md:${LINE} a heading may have one group in braces`],
    ['questions without any', page('', '## One {.questions}', 'No.'), `faq.md:${LINE + 1} .questions needs`],
    ['a link within the folder', page('## One', '', '[x](refund.md)'), `faq.md:${LINE + 2} \`refund.md\` is no whole`],
    ['a link to another host by two slashes', page('[y](//evil.test)'), `faq.md:${LINE} \`//evil.test\` is no whole`],
    ['a link to no heading', page('## One', '', '[z](#two)'), `faq.md:${LINE + 2} \`#two\` is the name of no heading`],
    [
      'a button that leads nowhere',
      page('## One').replace('updatedAt', 'action: { label: Go, href: faq }\nupdatedAt'),
      'faq.md:5:',
    ],
    ['a picture', page('## One', '', '![Us](/us.png)'), `faq.md:${LINE + 2} pictures are not supported`],
    [
      'an unknown placeholder',
      page('## One', 'Ring {phone}.'),
      `faq.md:${LINE + 1} {phone} is not a known placeholder`,
    ],
  ])('%s', async (_what, text, fault) => {
    const faults = await listFaults(text)
    expect(
      faults.some((message) => message.startsWith(fault)),
      faults.join('\n'),
    ).toBe(true)
  })

  test('a missing file prevents the start, and all faults are reported together', async () => {
    await rm(join(folder, 'privacy.md'))
    await listFaults(page('# One'))
    const startAttempt = requireInformation({ pagesDir: folder })
    await expect(startAttempt).rejects.toThrow(StartupError)
    await expect(startAttempt).rejects.toThrow(/faq\.md:7 .*\n.*privacy\.md cannot be read \(ENOENT\)/)
  })
})
