import { expect, test } from 'vitest'
import { drawAside } from './draw-aside.ts'
import { drawPaper, type Paper } from './paper.ts'

const paper: Paper = { heading: 'Paper', title: 'Paper 1', author: 'Understudy', at: new Date(0), parts: [] }

test('of very many at once some are turned away, and then there is room again', async () => {
  const drawn = await Promise.all(Array.from({ length: 100 }, () => drawAside(paper)))
  const files = drawn.filter((file) => file !== null)
  expect(files.length).toBeGreaterThan(10)
  expect(files.length).toBeLessThan(60)
  expect(await drawAside(paper)).not.toBeNull()
})

test('a paper drawn aside is the paper, and one that cannot be drawn keeps none from coming after it', async () => {
  const faulty = { ...paper, parts: null } as unknown as Paper
  const drawn = await Promise.allSettled([drawAside(paper), drawAside(faulty), drawAside(paper)])
  expect(drawn.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await drawAside(paper)).toEqual(await drawPaper(paper))
})
