/** Makes a part of a document's HTML live. React comes through here alone, so that nothing of it loads before. */
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Resolves when the part answers. */
export function hydratePart<Props extends object>(
  place: HTMLElement,
  Part: ComponentType<Props>,
  props: Props,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  hydrateRoot(
    place,
    <Awake tell={resolve}>
      <Part {...props} />
    </Awake>,
  )
  return promise
}

function Awake({ tell, children }: { tell: () => void; children: ReactNode }) {
  useEffect(tell, [tell])
  return children
}
