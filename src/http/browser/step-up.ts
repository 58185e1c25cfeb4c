/**
 * Connects a call refused with `STEP_UP_REQUIRED` to the open page's dialog by an event. On a page without the dialog
 * nothing handles the event, and the refusal stays.
 */
type StepUpAudience = 'learner' | 'admin'

/** `done`: the session has stepped up. `null`: the dialog was closed. Otherwise the refusal with its reason. */
export type StepUpResult<Refused> = 'done' | null | Refused
export type StepUpRequest<Refused> = { audience: StepUpAudience; answer: (result: StepUpResult<Refused>) => void }

const STEP_UP = 'understudy:step-up'

export function requestStepUp<Refused>(audience: StepUpAudience): Promise<StepUpResult<Refused>> {
  return new Promise((resolve) => {
    const detail: StepUpRequest<Refused> = { audience: audience, answer: resolve }
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
