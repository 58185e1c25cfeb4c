/** The browser's calls of a course's files. */
import type { Client, SignedInAudience } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import * as assets from './wire/assets.ts'
import * as tracks from './wire/tracks.ts'

export const callListAssets = (client: Client, auth: SignedInAudience, course: string) =>
  client.call(assets.listAssets, { auth, params: { course } })

export const callStartUpload = (client: Client, auth: SignedInAudience, body: RequestBody<typeof assets.startUpload>) =>
  client.call(assets.startUpload, { auth, body })

export const callAsset = (client: Client, auth: SignedInAudience, assetId: string) =>
  client.call(assets.readAsset, { auth, params: { assetId } })

export const callCancelAsset = (client: Client, auth: SignedInAudience, assetId: string) =>
  client.call(assets.cancelAsset, { auth, params: { assetId } })

export const callRetryAsset = (client: Client, auth: SignedInAudience, assetId: string) =>
  client.call(assets.retryAsset, { auth, params: { assetId } })

export const callPlayAsset = (client: Client, auth: SignedInAudience, assetId: string) =>
  client.call(assets.playAsset, { auth, params: { assetId } })

export const callDeleteAsset = (client: Client, auth: SignedInAudience, assetId: string) =>
  client.call(assets.deleteAsset, { auth, params: { assetId } })

export const callTracks = (client: Client, auth: SignedInAudience, assetId: string) =>
  client.call(tracks.listTracks, { auth, params: { assetId } })

export const callAddTrack = (
  client: Client,
  auth: SignedInAudience,
  assetId: string,
  body: RequestBody<typeof tracks.addTrack>,
) => client.call(tracks.addTrack, { auth, params: { assetId }, body })

export const callTrack = (client: Client, auth: SignedInAudience, trackId: string, format?: 'vtt' | 'srt') =>
  client.call(tracks.readTrack, { auth, params: { trackId }, query: { format } })

export const callChangeTrack = (
  client: Client,
  auth: SignedInAudience,
  trackId: string,
  body: RequestBody<typeof tracks.changeTrack>,
) => client.call(tracks.changeTrack, { auth, params: { trackId }, body })

export const callDeleteTrack = (client: Client, auth: SignedInAudience, trackId: string, version: number) =>
  client.call(tracks.deleteTrack, { auth, params: { trackId }, query: { version } })
