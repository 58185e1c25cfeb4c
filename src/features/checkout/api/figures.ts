/** Binds the figures' endpoint to its verb. */
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted } from '#http/handle.ts'
import { figures } from '../figures.ts'
import { readFigures } from '../wire/figures.ts'

export function figuresApi(deps: Deps): Mounted[] {
  return [handle(readFigures, async ({ query }) => answer(200, { data: await figures(deps, query.timezoneId) }))]
}
