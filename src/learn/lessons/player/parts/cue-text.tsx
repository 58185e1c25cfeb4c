import { Fragment } from 'react'
import { type CueNode, parseCueText } from '#domain/learning/captions/caption-text.ts'

export function CueText({ text }: { text: string }) {
  return <CueNodes nodes={parseCueText(text)} />
}

function CueNodes({ nodes }: { nodes: readonly CueNode[] }) {
  return nodes.map((node, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of one text never change their order
    if (typeof node === 'string') return <Fragment key={index}>{node}</Fragment>
    const Tag = node.tag === 'v' ? 'span' : node.tag
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of one text never change their order
      <Tag key={index}>
        <CueNodes nodes={node.children} />
      </Tag>
    )
  })
}
