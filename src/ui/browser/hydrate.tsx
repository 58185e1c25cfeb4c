/** Hydrates a part of a document. React is loaded only through this module. */
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Resolves when the part is interactive, and marks it by `data-hydrated`. */
export function hydratePart<Props extends object>(
  element: HTMLElement,
  Part: ComponentType<Props>,
  props: Props,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  hydrateRoot(
    element,
    <Hydrated
      onHydrated={() => {
        element.dataset.hydrated = ''
        resolve()
      }}
    >
      <Part {...props} />
    </Hydrated>,
  )
  return promise
}

function Hydrated({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated])
  return children
}
