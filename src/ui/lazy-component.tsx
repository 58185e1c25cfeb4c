import { type ComponentType, createElement, lazy, useState } from 'react'

export type LazyComponent<Props> = ComponentType<Props> & { fetch(): Promise<unknown> }

/**
 * A part whose script is loaded when it is first shown, with a fallback if loading fails. A part that was fetched
 * before is shown at once, while `lazy` alone would briefly show its fallback.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = LoadFailed,
): LazyComponent<Props> {
  let fetched: ComponentType<Props> | null = null
  const fetch = async () => {
    fetched = await load().catch(() => Fallback)
    return { default: fetched }
  }
  const Lazy = lazy(fetch) as ComponentType<Props>
  function Part(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => fetched ?? Lazy)
    return createElement(Shown, props)
  }
  return Object.assign(Part, { fetch })
}

function LoadFailed() {
  return <p role="alert">This part could not be loaded. Please check your connection and reload the page.</p>
}
