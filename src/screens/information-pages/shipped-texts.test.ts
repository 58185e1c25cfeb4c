import { expect, test } from 'vitest'
import { INFORMATION_PAGES } from '#domain/site-addresses.ts'
import { readShippedBody } from '#screens/storefront/information/information.ts'
import { openText, serialiseText } from '#screens/studio/text/serialise-text.ts'

test.each(INFORMATION_PAGES)('the editor opens and saves the text of /%s byte for byte', async (name) => {
  const { text } = await readShippedBody({ pagesDir: 'content/pages' }, name)
  const opened = openText(text)
  expect(serialiseText(opened.doc, opened)).toBe(text)
  // Also as somebody writes it anew: only the rule below the head of a table has another spelling.
  expect(serialiseText(opened.doc)).toBe(text.replaceAll(/^\|(?:---\|)+$/gm, (rule) => rule.replaceAll('---', ' --- ')))
})
