import { expect, test } from 'vitest'
import type { Client } from '#http/client.ts'
import { getPageFailure } from '#people/accounts/session/page-failure.ts'
import type { AppRequest } from './app-request.ts'
import { loadListDetail } from './load-list-detail.ts'

const session = { as: 'admin', hasBoth: false } as const
const success = <Data>(data: Data) => ({ data: { data }, error: null, errorCode: null, status: 200 }) as const
const failure = (status: number) => ({ data: null, error: `says ${status}`, errorCode: null, status }) as const

function createRequest(search: string): AppRequest {
  const client = { call: async () => ({ data: { name: 'Addy' }, error: null, errorCode: null, status: 200 }) }
  return {
    client: client as unknown as Client,
    local: { getItem: () => 'a token', setItem() {}, removeItem() {} },
    session,
    query: new URLSearchParams(search),
    timeZone: 'UTC',
  }
}

const load = (search: string, entry: ReturnType<typeof failure> | ReturnType<typeof success<string>>) =>
  loadListDetail(createRequest(search), {
    list: async (after) => success({ rows: [after] }),
    entry: async (id) => (entry.error === null ? success(`${entry.data.data} ${id}`) : entry),
  })

test('the URL names the page of the list and the open entry', async () => {
  expect(await load('', success('entry'))).toEqual({
    rows: [null],
    session,
    isFirst: true,
    open: null,
    isMissing: false,
  })
  expect(await load('?after=7&open=3', success('entry'))).toMatchObject({
    rows: ['7'],
    isFirst: false,
    open: 'entry 3',
  })
})

test('a missing entry leaves the list, and any other failure replaces the page', async () => {
  expect(await load('?open=3', failure(404))).toMatchObject({ rows: [null], open: null, isMissing: true })
  const getFailure = (status: number) => load('?open=3', failure(status)).then(() => null, getPageFailure)
  expect(await getFailure(401)).toMatchObject({ is: 'signed-out', notice: expect.any(String) })
  expect(await getFailure(500)).toEqual({ is: 'unreachable', message: 'says 500' })
})
