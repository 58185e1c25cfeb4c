import { FormFrame } from '#ui/frame/form-frame.tsx'

/** Stands for a page whose mailed link has no token or an unknown one. */
export function BrokenLink() {
  return (
    <FormFrame
      title="This link doesn’t work"
      lead="Open it again from the e-mail, and copy the whole address if you paste it."
    />
  )
}
