/**
 * What the button sets going. Its script is fetched when the form is first touched, so that a page which is only
 * read does without; whoever presses sooner waits for it.
 */
import type { Card } from './card.ts'
import type { Form } from './pay.ts'
import { type Run, set } from './run.ts'

const paying = () =>
  Promise.all([import('./pay.ts'), import('./wait.ts'), import('./paying-sheets.tsx'), import('./notice-box.tsx')])

/** Fetched before the first press: afterwards the line may be gone. */
export function prepareToPay(): void {
  void paying().catch(() => undefined)
}

export const submit = (run: Run, form: Form, card: Card | null) => within(run, ([pay]) => pay.submit(run, form, card))
export const answer = (run: Run, word: 'accept' | 'refuse') => within(run, ([pay]) => pay.answer(run, word))
export const holdLonger = (run: Run, form: Form) => within(run, ([pay]) => pay.holdLonger(run, form))
export const wait = (run: Run) => within(run, ([, { wait: begin }]) => begin(run))

type Paying = Awaited<ReturnType<typeof paying>>

async function within(run: Run, work: (loaded: Paying) => Promise<void>): Promise<void> {
  const loaded = await paying().catch(() => null)
  if (loaded) return work(loaded)
  const message = 'We cannot be reached at the moment. Nothing was charged. Please look whether you are online.'
  set(run, { notice: { is: 'say', message } })
}
