import { type ComponentType, createElement, lazy, useState } from 'react'

export type Later<Props> = ComponentType<Props> & { fetch(): Promise<unknown> }

/**
 * A part whose script is fetched when it is first shown, and what stands there when the line is gone. One that was
 * fetched before is shown at once, where `lazy` by itself would for a moment show what stands in for it.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props> = NotLoaded,
): Later<Props> {
  let fetched: ComponentType<Props> | null = null
  const fetch = async () => {
    fetched = await load().catch(() => Missing)
    return { default: fetched }
  }
  const Lazy = lazy(fetch) as ComponentType<Props>
  function Part(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => fetched ?? Lazy)
    return createElement(Shown, props)
  }
  return Object.assign(Part, { fetch })
}

function NotLoaded() {
  return <p role="alert">This part could not be loaded. Please look whether you are online, and load the page again.</p>
}
