import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { CannotStart } from '#config.ts'
import { INFORMATION_PAGES, informationPageAt } from '#domain/site-addresses.ts'
import { type Information, readInformation, requireInformation } from './information.ts'
import { informationMeta } from './information-meta.ts'

const SUPPORT = 'help@house.test'
const shipped = { config: { pagesDir: 'content/pages', supportAddress: SUPPORT } }
const folders: string[] = []
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'))
  folders.push(folder)
  await cp('content/pages', folder, { recursive: true })
})
afterAll(() => Promise.all(folders.map((used) => rm(used, { recursive: true }))))

async function read(name: Information['name'], deps = shipped): Promise<Information> {
  const page = await readInformation(deps, name)
  if (!page.ok) throw new Error(page.refusal.reason)
  return page.value
}

async function all(): Promise<Information[]> {
  return Promise.all(INFORMATION_PAGES.map((name) => read(name)))
}

/** Writes `text` as one of the pages and answers what is then wrong, without the folder. */
async function faultsOf(text: string, name: Information['name'] = 'faq'): Promise<string[]> {
  await writeFile(join(folder, `${name}.md`), text)
  const page = await readInformation({ config: { pagesDir: folder, supportAddress: SUPPORT } }, name)
  return page.ok ? [] : page.refusal.reason!.replaceAll(`${folder}/`, '').split('\n')
}

const ABOUT = ['title: Questions', 'description: Answers', 'lead: Short ones.', 'updatedAt: 2026-11-21']
const page = (...body: string[]) => ['---', ...ABOUT, '---', ...body].join('\n')

describe('the shipped texts', () => {
  test('are all there and right, each with a title and description of its own', async () => {
    await requireInformation(shipped.config)
    const pages = await all()
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
    expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length)
    for (const { name, description } of pages) expect(description.length, name).toBeLessThanOrEqual(160)
  })

  test('link to pages and sections that exist', async () => {
    const pages = await all()
    const known = new Set(
      pages.flatMap(({ name, sections }) => [
        `/${name}`,
        ...sections.flatMap(({ id, parts }) => [id, ...parts.map((part) => part.id)]).map((id) => `/${name}#${id}`),
      ]),
    )
    const links = pages.flatMap((each) => hrefsOf(each)).filter((href) => informationPageAt(href.split('#')[0]!))
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((href) => !known.has(href))).toEqual([])
  })

  test('name the address of the settings, and no other', async () => {
    const mails = (await all()).flatMap((each) => hrefsOf(each)).filter((href) => href.startsWith('mailto:'))
    expect(mails.length).toBeGreaterThan(10)
    for (const href of mails) expect(href).toMatch(/^mailto:help@house\.test(\?|$)/)
  })

  test('say the same about refunds as the courses do', async () => {
    const terms = await readFile('content/refund-terms.yaml', 'utf8')
    const shown = [...(await read('enrollment-terms')).sections, ...(await read('faq')).sections]
    const html = shown.flatMap((section) => [section.html, ...section.parts.map((part) => part.html)]).join(' ')
    for (const rule of ['seven days before the first session', 'recordings stay yours for a year', 'within five days'])
      expect([terms.includes(rule), html.includes(rule)], rule).toEqual([true, true])
  })
})

function hrefsOf({ action, opening, sections }: Information): string[] {
  const html = [opening, ...sections.flatMap((section) => [section.html, ...section.parts.map((part) => part.html)])]
  const inText = [...html.join(' ').matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)
  return action ? [action.href, ...inText] : inText
}

describe('a text', () => {
  test('falls into sections, and a section of questions into its answers', async () => {
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
    const { opening, sections } = await read('faq', { config: { pagesDir: folder, supportAddress: SUPPORT } })
    expect(opening).toBe('<p>Before.</p>\n')
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

  test('holds nothing that runs: HTML is shown as typed, and a link to a script is none', async () => {
    await writeFile(join(folder, 'faq.md'), page('## One', '<script>alert(1)</script> [x](javascript:alert)'))
    const { sections } = await read('faq', { config: { pagesDir: folder, supportAddress: SUPPORT } })
    expect(sections[0]!.html).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:alert)</p>\n')
  })

  test('is told to search engines as questions where it has some', async () => {
    const faq = informationMeta(await read('faq'), 'https://house.test', '/og/faq.png')
    const told = faq.find((tag) => 'script:ld+json' in tag)
    expect(JSON.stringify(told)).toContain('"@type":"FAQPage"')
    expect(JSON.stringify(told)).toContain('How long do I have for a live course?')
    expect(faq).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://house.test/faq' })
    const about = informationMeta(await read('about-us'), 'https://house.test', '/og/faq.png')
    expect(about.some((tag) => 'script:ld+json' in tag)).toBe(false)
  })
})

describe('a fault in a text is told by file and line', () => {
  const LINE = ABOUT.length + 3
  test.each([
    ['no front matter', '## One', 'faq.md:1 begins and ends'],
    ['a field that is missing', page('## One').replace('lead: Short ones.\n', ''), 'faq.md:2:1 lead: '],
    ['a field that is not known', page('## One').replace('lead:', 'led:'), 'faq.md:4:1 led: is not a known field'],
    ['what is no date', page('## One').replace('2026-11-21', '21 November'), 'faq.md:5:1 updatedAt: is a date such as'],
    ['what is no YAML', page('## One').replace('lead: S', 'lead: S: s'), 'faq.md:4:7 '],
    ['a second main heading', page('# One'), `faq.md:${LINE} the page has its heading already`],
    ['one id twice', page('## One', '', '## Two {#one}'), `faq.md:${LINE + 2} #one stands here twice`],
    ['an id of the page itself', page('## Content'), `faq.md:${LINE} #content is an id of the page itself`],
    ['an unknown kind of section', page('## One {.answers}'), `faq.md:${LINE} .answers is no kind of section`],
    ['two marks in a heading', page('## One {#one} {.steps}'), `faq.md:${LINE} a heading has one mark in braces`],
    ['a mark that is not one', page('## One {.Steps!}'), `faq.md:${LINE} a heading has one mark in braces`],
    ['questions without any', page('', '## One {.questions}', 'No.'), `faq.md:${LINE + 1} .questions needs`],
    ['a picture', page('## One', '', '![Us](/us.png)'), `faq.md:${LINE + 2} pictures are not shown`],
    ['an unknown word to fill in', page('## One', 'Ring {phone}.'), `faq.md:${LINE + 1} {phone} is not known`],
  ])('%s', async (_what, text, fault) => {
    const faults = await faultsOf(text)
    expect(
      faults.some((told) => told.startsWith(fault)),
      faults.join('\n'),
    ).toBe(true)
  })

  test('a file that is missing keeps the site from starting, and all faults come at once', async () => {
    await rm(join(folder, 'privacy.md'))
    await faultsOf(page('# One'))
    const started = requireInformation({ pagesDir: folder, supportAddress: SUPPORT })
    await expect(started).rejects.toThrow(CannotStart)
    await expect(started).rejects.toThrow(/faq\.md:7 .*\n.*privacy\.md cannot be read \(ENOENT\)/)
  })
})
