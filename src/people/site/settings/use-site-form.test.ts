import { expect, test } from 'vitest'
import { NO_SITE_SETTINGS, SITE_SETTINGS } from '#domain/site/site.ts'
import { acceptSaved, showStored, takeOver } from './use-site-form.ts'

const EMPTY = Object.fromEntries(SITE_SETTINGS.map((setting) => [setting, ''])) as Record<
  (typeof SITE_SETTINGS)[number],
  string
>
const sent = { ...EMPTY, headline: 'Make cloth' }
const stored = { settings: { ...NO_SITE_SETTINGS, headline: 'Make cloth' }, version: 2 }

test('a text that is typed on while Save runs begins with what was saved, and with its version', () => {
  const typedOn = { values: { ...sent, headline: 'Make cloth.' }, base: EMPTY, version: 1 }
  const shown = showStored(acceptSaved(typedOn, sent, 2), sent, stored)
  expect(shown).toEqual({ values: typedOn.values, base: sent, version: 2 })
})

test('without more typing the stored texts are shown', () => {
  const shown = showStored(acceptSaved({ values: sent, base: EMPTY, version: 1 }, sent, 2), sent, stored)
  expect(shown).toEqual({ values: sent, base: sent, version: 2 })
})

test('a conflict takes over the other texts, and keeps what was typed, also while they were loaded', () => {
  const typed = { ...EMPTY, headline: 'Make cloth', footerLine: 'Typed meanwhile' }
  const theirs = { ...EMPTY, headline: 'Weave', lead: 'Two looms' }
  expect(takeOver({ values: typed, base: EMPTY, version: 1 }, theirs, 4)).toEqual({
    values: { ...theirs, headline: 'Make cloth', footerLine: 'Typed meanwhile' },
    base: theirs,
    version: 4,
  })
})
