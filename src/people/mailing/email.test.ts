import { expect, test } from 'vitest'
import type { MailMark } from '#domain/site/site.ts'
import { isolated } from '#domain/typed-text.ts'
import { renderEmail } from './email.tsx'

const HEBREW = 'צילום: חלק 2!'
const MESSAGE = 'שלום נועה,\nיום הולדת שמח!'

const render = (paragraphs: string[], mailMark: MailMark | null = null) =>
  renderEmail({
    subject: isolated`Starting soon: ${HEBREW}`,
    title: 'Your session',
    paragraphs,
    button: { label: isolated`Confirm my seat in ${HEBREW}`, url: 'https://understudy.test/x' },
    sender: { name: 'Understudy', supportAddress: 'help@understudy.test', mailMark },
  })

test('a right-to-left title is kept apart in our sentence: by an element in HTML, by isolates in subject and text', () => {
  const { subject, text, html } = render([isolated`“${HEBREW}” starts on 12 January.`])
  expect(subject).toBe(`Starting soon: \u2068${HEBREW}\u2069`)
  expect(text).toContain(`“\u2068${HEBREW}\u2069” starts on 12 January.`)
  expect(html).toContain(`<p style="margin:0 0 16px">“<bdi>${HEBREW}</bdi>” starts on 12 January.</p>`)
  expect(html).toContain(`>Confirm my seat in <bdi>${HEBREW}</bdi></a>`)
  expect(/<body[\s\S]*/.exec(html)![0]).not.toMatch(/[\u2066-\u2069]/)
})

test('a paragraph that somebody typed from right to left has that direction, and ours has none', () => {
  const { html } = render([`“${MESSAGE}”`, 'Type this code at the checkout.'])
  expect(html).toContain('<p dir="rtl" style="margin:0 0 16px">“שלום נועה,<br/>יום הולדת שמח!”</p>')
  expect(html).toContain('<p style="margin:0 0 16px">Type this code at the checkout.</p>')
})

test('the mark stands before the name with its size, and is not read or shown in words beside it', () => {
  const mark = { url: 'https://mill.test/images/site-mark/a.png', width: 32, height: 32 }
  expect(render([], mark).html).toContain(
    '<img src="https://mill.test/images/site-mark/a.png" width="32" height="32" alt="" style="border:0;margin-right:10px;vertical-align:middle"/>Understudy</p>',
  )
  expect(render([]).html).not.toContain('<img')
})
