import { Suspense, useEffect, useRef, useState } from 'react'
import { handleStepUps, type StepUpRequest, type StepUpResult } from '#http/browser/step-up.ts'
import type { SignedInAudience } from '#http/client.ts'
import type { ApiFailure } from '#http/parse-response.ts'
import { StepUpPrompt } from './lazy-step-up.ts'

/** Answers the step-ups that calls of the page ask for. */
export function StepUpDialog() {
  const requests = useRef<StepUpRequest<ApiFailure>[]>([])
  const [audience, setAudience] = useState<SignedInAudience | null>(null)
  useEffect(
    () =>
      handleStepUps<ApiFailure>((request) => {
        // One dialog answers all waiting calls.
        if (requests.current.push(request) === 1) setAudience(request.audience)
      }),
    [],
  )

  function answerAll(result: StepUpResult<ApiFailure>) {
    setAudience(null)
    for (const { answer } of requests.current.splice(0)) answer(result)
  }
  return (
    audience && (
      <Suspense>
        <StepUpPrompt audience={audience} onResult={answerAll} />
      </Suspense>
    )
  )
}
