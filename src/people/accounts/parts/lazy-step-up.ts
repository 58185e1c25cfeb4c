import { type ComponentProps, useEffect } from 'react'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { StepUpPrompt as Prompt } from './step-up-prompt.tsx'

/** Few visits ask for a proof, so its forms are loaded when the first one is asked for. */
export const StepUpPrompt = lazyComponent(
  async () => (await import('./step-up-prompt.tsx')).StepUpPrompt,
  UnansweredPrompt,
)

/** The script could not be loaded: the call that asked keeps its refusal, and a payment goes back to the form. */
function UnansweredPrompt({ onResult }: ComponentProps<typeof Prompt>): null {
  useEffect(() => onResult(null), [onResult])
  return null
}
