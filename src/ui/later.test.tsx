import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { later } from './later.tsx'

const shown = (Part: ReturnType<typeof later<{ word: string }>>) =>
  renderToString(
    <Suspense fallback="wait">
      <Part word="here" />
    </Suspense>,
  )
const load = async () => (props: { word: string }) => <p>{props.word}</p>

test('a part that was fetched before is shown at once, and one that was not when it is there', async () => {
  const Part = later(load)
  expect(shown(Part)).toContain('wait')
  const Fetched = later(load)
  await Fetched.fetch()
  expect(shown(Fetched)).toMatch(/<p>here<\/p>/)
  expect(shown(Fetched)).not.toContain('wait')
})

test('a part that could not be fetched says so', async () => {
  const Part = later<{ word: string }>(() => Promise.reject(new Error('no line')))
  await Part.fetch()
  expect(shown(Part)).toContain('This part could not be loaded.')
})
