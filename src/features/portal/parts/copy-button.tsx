import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import unseen from '#ui/text.module.css'

type Props = { text: string; label: string }

export function CopyButton({ text, label }: Props) {
  const [told, setTold] = useState<'copied' | 'refused' | null>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setTold('copied')
    } catch {
      // Over plain http, and where the person says no.
      setTold('refused')
    }
  }

  return (
    <>
      <Button look="quiet" size="compact" aria-label={label} onClick={copy}>
        {told === 'copied' ? <Check size={16} /> : <Copy size={16} />} {told === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className={told === 'refused' ? undefined : unseen.unseen}>
        {told === 'copied' && 'Copied.'}
        {told === 'refused' && 'Please select and copy it by hand.'}
      </span>
    </>
  )
}
