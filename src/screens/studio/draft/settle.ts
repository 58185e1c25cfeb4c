/** Waits until the text of a page is saved. */
import type { UnitSaver } from './unit-saver.ts'

/** Sends what is not saved and waits for the answer. Whether the server has everything. */
export function settle({
  flush,
  getState,
  subscribe,
}: Pick<UnitSaver<object>, 'flush' | 'getState' | 'subscribe'>): Promise<boolean> {
  const isWaiting = () => ['unsaved', 'saving'].includes(getState().status)
  // Without a connection the last try has failed, and the next one may come through.
  if (['offline', 'failed'].includes(getState().status)) flush()
  if (!isWaiting()) return Promise.resolve(getState().status === 'saved')
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (getState().status === 'unsaved') flush()
      if (isWaiting()) return
      stop()
      resolve(getState().status === 'saved')
    })
    flush()
  })
}
