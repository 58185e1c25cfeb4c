import { renderToString } from 'react-dom/server'
import { createRoutesStub, useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import { type Column, DataTable } from './data-table.tsx'

type Book = { name: string; price: number }
const COLUMNS: Column<Book>[] = [
  { header: 'Name', sort: 'name', isRowHeader: true, cell: ({ name }) => name },
  { header: 'Price', sort: 'price', look: 'number', cell: ({ price }) => price },
  { header: 'Half', cell: ({ price }) => price / 2 },
]

function BookList() {
  const { rows, totals } = useLoaderData<{ rows: Book[]; totals?: Book }>()
  return (
    <DataTable
      columns={COLUMNS}
      rows={rows}
      rowKey={({ name }) => name}
      openKey="Emma"
      defaultSort="-price"
      empty={<p>No books yet.</p>}
      below={({ price }) => price > 8 && <p>On sale</p>}
      {...(totals && { totals })}
    />
  )
}
const Page = createRoutesStub([{ id: 'books', path: '/books', loader: () => null, Component: BookList }])
const render = (address: string, rows: Book[], totals?: Book): string =>
  renderToString(
    <Page initialEntries={[address]} hydrationData={{ loaderData: { books: { rows, totals } } }} />,
  ).replaceAll('<!-- -->', '')
const listHeaders = (html: string) =>
  [...html.matchAll(/<th scope="col"([^>]*)>(?:<a [^>]*href="([^"]*)")?/g)].map(([, attributes, href]) => [
    /aria-sort="(\w+)"/.exec(attributes!)?.[1] ?? null,
    href?.replaceAll('&amp;', '&') ?? null,
  ])
const BOOKS = [
  { name: 'Emma', price: 9 },
  { name: 'Evelina', price: 7 },
]

test('a header says the order of its column, and links to the other one on the first page', () => {
  expect(listHeaders(render('/books?q=e&after=3', BOOKS))).toEqual([
    [null, '/books?q=e&sort=-name'],
    ['descending', '/books?q=e&sort=price'],
    [null, null],
  ])
  expect(listHeaders(render('/books?sort=price', BOOKS))[1]).toEqual(['ascending', '/books'])
})

test('a row has its name as a header, its labels for cards, what is below it, and a mark if it is open', () => {
  const html = render('/books', BOOKS)
  expect(html).toMatch(/<tr data-row="Emma" aria-current="true"><th scope="row"[^>]*>Emma<\/th>/)
  expect(html).toMatch(/<tr data-row="Evelina"><th scope="row"/)
  expect(html).toMatch(/<td[^>]* data-label="Price">9<\/td>/)
  expect(html.match(/<td colSpan="3">|<td colspan="3">/gi)).toHaveLength(1)
})

test('a list without rows shows its empty state instead of a table, and totals are in its foot', () => {
  expect(render('/books', [])).toMatch(/aria-busy="false"><p>No books yet\.<\/p>/)
  expect(render('/books', BOOKS, { name: 'Total', price: 16 })).toMatch(/<tfoot><tr><th scope="row"[^>]*>Total/)
})
