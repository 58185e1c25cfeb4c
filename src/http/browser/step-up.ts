/**
 * Connects a call that was refused with `STEP_UP_REQUIRED` to the dialog of the page that is open. The event's
 * listener answers; on a page without the dialog nobody does, and the refusal stays.
 */
type Who = 'learner' | 'admin'

/** `done`: the session has stepped up. `null`: the dialog was closed. Else the refusal that says why it cannot. */
export type StepUpResult<Refused> = 'done' | null | Refused
export type StepUpRequest<Refused> = { who: Who; answer: (result: StepUpResult<Refused>) => void }

const STEP_UP = 'understudy:step-up'

export function requestStepUp<Refused>(who: Who): Promise<StepUpResult<Refused>> {
  return new Promise((resolve) => {
    const detail: StepUpRequest<Refused> = { who, answer: resolve }
    const isHandled = !dispatchEvent(new CustomEvent(STEP_UP, { detail, cancelable: true }))
    if (!isHandled) resolve(null)
  })
}

/** Returns a function that removes the listener. */
export function handleStepUps<Refused>(handle: (request: StepUpRequest<Refused>) => void): () => void {
  const listener = (event: Event) => {
    event.preventDefault()
    handle((event as CustomEvent<StepUpRequest<Refused>>).detail)
  }
  addEventListener(STEP_UP, listener)
  return () => removeEventListener(STEP_UP, listener)
}
