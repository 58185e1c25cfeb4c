import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import unseen from '#ui/text.module.css'

type Props = { text: string; label: string }

export function CopyButton({ text, label }: Props) {
  const [copyState, setCopyState] = useState<'copied' | 'refused' | null>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopyState('copied')
    } catch {
      // Fails over plain HTTP and when the person denies the permission.
      setCopyState('refused')
    }
  }

  return (
    <>
      <Button look="quiet" size="compact" aria-label={label} onClick={copy}>
        {copyState === 'copied' ? <Check size={16} /> : <Copy size={16} />} {copyState === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className={copyState === 'refused' ? undefined : unseen.unseen}>
        {copyState === 'copied' && 'Copied.'}
        {copyState === 'refused' && 'Please select and copy it manually.'}
      </span>
    </>
  )
}
