import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

const renderPart = (Part: ReturnType<typeof lazyComponent<{ word: string }>>) =>
  renderToString(
    <Suspense fallback="wait">
      <Part word="here" />
    </Suspense>,
  )
const load = async () => (props: { word: string }) => <p>{props.word}</p>

test('a loaded part is shown at once, any other part when it has loaded', async () => {
  const Part = lazyComponent(load)
  expect(renderPart(Part)).toContain('wait')
  const Fetched = lazyComponent(load)
  await Fetched.fetch()
  expect(renderPart(Fetched)).toMatch(/<p>here<\/p>/)
  expect(renderPart(Fetched)).not.toContain('wait')
})

test('a part that could not be loaded says so', async () => {
  const Part = lazyComponent<{ word: string }>(() => Promise.reject(new Error('no line')))
  await Part.fetch()
  expect(renderPart(Part)).toContain('This part could not be loaded.')
})
