import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { handleAllDue, handleEach } from './handle-each.ts'

const log = createLog('silent')

test('a row that fails does not keep the later rows waiting, and is counted', async () => {
  const handled: number[] = []
  const handle = async (row: number) => {
    if (row === 1) throw new Error('bad row')
    handled.push(row)
  }
  expect(await handleEach(log, [1, 2, 3], handle, (row) => ['failed', { row }])).toBe(1)
  expect(handled).toEqual([2, 3])
})

test('due rows after a whole batch of failures are handled, and every row is handled once in a run', async () => {
  const due = ['a', 'b', 'c', 'd', 'e']
  const tried: string[] = []
  const listDue = async (after: string | null) => due.filter((id) => after === null || id > after).slice(0, 2)
  const handle = async (id: string) => {
    tried.push(id)
    if (id < 'c') throw new Error('bad row')
  }
  await handleAllDue(log, listDue, handle, (id) => ['failed', { id }])
  expect(tried).toEqual(due)
})
