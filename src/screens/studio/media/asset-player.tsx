import type { Ref } from 'react'
import { browserClient, type SignedInAudience } from '#http/client.ts'
import { type AssetView, playAsset } from '#learn/course-media/wire/assets.ts'
import { Player } from '#learn/lessons/player/player.tsx'
import type { GrantOutcome, PlayerHandle } from '#learn/lessons/player/player-props.ts'
import { toPlayerMedia } from '#learn/lessons/player/to-player-media.ts'
import { ErrorMessage } from '#ui/field.tsx'

type Props = { asset: AssetView; as: SignedInAudience; onPosition?: (seconds: number) => void; ref?: Ref<PlayerHandle> }

/** Plays a file by itself. Nothing is reported, because a teacher has no progress. */
export function AssetPlayer({ asset, as, onPosition, ref }: Props) {
  return (
    <Player
      {...(ref && { ref })}
      kind={asset.kind === 'audio' ? 'audio' : 'video'}
      title={asset.filename}
      durationSeconds={asset.durationSeconds ?? 0}
      shape={asset.width && asset.height ? { width: asset.width, height: asset.height } : null}
      onNeedGrant={() => requestAsset(asset, as)}
      onReport={() => {}}
      {...(onPosition && { onPosition })}
    />
  )
}

async function requestAsset({ assetId }: AssetView, as: SignedInAudience): Promise<GrantOutcome> {
  const response = await browserClient().call(playAsset, { auth: as, params: { assetId } })
  if (response.error !== null) {
    if (response.status === 0 || response.status >= 500) return null
    return { refusal: <ErrorMessage>{response.error}</ErrorMessage> }
  }
  const media = toPlayerMedia(response.data.data)
  return media ? { media } : { refusal: <ErrorMessage>This file can’t be played.</ErrorMessage> }
}
