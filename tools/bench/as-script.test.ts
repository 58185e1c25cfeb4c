import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asScript } from './as-script.ts'
import type { Statement, Value } from './tell-statements.ts'

const statement = (text: string, values: Value[], row: Statement['row'] = null): Statement => ({
  connection: 1,
  text,
  values,
  row,
  affected: 1,
})

/** What one buyer makes a server send: a key of its own, an id that came back, and a job that names it. */
function recorded(): Statement[] {
  const [key, id] = [randomUUID(), randomUUID()]
  return [
    statement('insert into orders (key, course) values ($1, $2) returning id', [key, 'NG-1'], { id }),
    statement('select * from orders where id = $1 and key = $2', [id, key], { id }),
    statement('insert into job select * from json_to_recordset($1::json)', [`[{"name":"a.b","orderId":"${id}"}]`]),
    statement('update orders set sealed = $1, at = $2', [`\\x${key.replaceAll('-', '').repeat(9)}`, null]),
  ]
}

test('what is of one enrolment alone is made anew or taken from where it came back, all else is sent as it was', () => {
  const ours = recorded()
  const script = asScript(ours, recorded())
  expect(script.split('\n')).toEqual([
    'select gen_random_uuid() as new_1 \\gset',
    "insert into orders (key, course) values (:new_1, 'NG-1') returning id \\gset s0_",
    'select * from orders where id = :s0_id and key = :new_1;',
    `insert into job select * from json_to_recordset((U&'[{"name"\\003a"a.b","orderId"\\003a"' || :s0_id || '"}]')::json);`,
    expect.stringContaining("update orders set sealed = U&'\\\\x"),
    '',
  ])
  expect(script).toContain('at = null;')
})

test('two that sent different statements are no enrolment to repeat', () => {
  expect(() => asScript(recorded(), recorded().slice(1))).toThrow('different statements')
})
