/**
 * Uploads by tus 1.0.0 (https://tus.io/protocols/resumable-upload, read in November 2026): the core protocol with
 * expiration and termination. `POST assets` creates an upload. docs/contract §23.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { authenticate, type Identify } from '#http/authenticate.ts'
import type { Deps } from '#http/deps.ts'
import { MAX_BODY_SECONDS } from '#http/endpoint.ts'
import type { Person } from '#http/handle.ts'
import { sendRefusal } from '#http/mount.ts'
import { cancelAsset } from '#learn/course-media/manage-asset.ts'
import { createUploadReceiver, readUpload, type UploadState } from '#learn/course-media/uploads/receive-call.ts'

const VERSION = '1.0.0'
const BODY_TYPE = 'application/offset+octet-stream'
const UPLOAD_URL = '/api/v1/uploads/:assetId'

/** Headers that a page on another origin may send and read. */
export const UPLOAD_CALL_HEADERS = ['tus-resumable', 'upload-offset', 'x-http-method-override']
export const UPLOAD_STATE_HEADERS = ['tus-resumable', 'upload-offset', 'upload-length', 'upload-expires']

type UploadRoute = { Params: { assetId: string } }
type UploadRequest = FastifyRequest<UploadRoute>

export async function mountUploads(api: FastifyInstance, deps: Deps, identify: Identify): Promise<void> {
  const receive = createUploadReceiver(deps)
  await api.register(async (uploads) => {
    // The body is read by the verb, as it arrives.
    uploads.addContentTypeParser(BODY_TYPE, (_request, _payload, done) => done(null))
    uploads.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'tus-resumable': VERSION, 'cache-control': 'no-store' })
    })

    const answer = async (
      request: UploadRequest,
      reply: FastifyReply,
      work: (person: Person, assetId: string) => Promise<Outcome<UploadState | null>>,
    ) => {
      const caller = await findCaller(request, identify)
      const outcome = caller.ok ? await work(caller.value, request.params.assetId) : caller
      if (outcome.ok) return sendState(reply, request, outcome.value)
      // The rest of a refused body may never come.
      if (hasBody(request)) reply.header('connection', 'close')
      return sendRefusal(reply, request.id, outcome.refusal)
    }
    const patch = (request: UploadRequest, reply: FastifyReply) =>
      answer(request, reply, async (person, assetId) => {
        const offset = readOffset(request)
        if (!offset.ok) return offset
        const contentLength = request.headers['content-length'] ? Number(request.headers['content-length']) : null
        return receive(person, { assetId, offset: offset.value, contentLength, body: request.raw })
      })
    const remove = (request: UploadRequest, reply: FastifyReply) =>
      answer(request, reply, (person, assetId) => cancelAsset(deps, person, assetId))

    // A body may take longer than that of any other call; `read-body.ts` ends it after ten minutes.
    const config = { bodySeconds: MAX_BODY_SECONDS }
    uploads.head<UploadRoute>(UPLOAD_URL, (request, reply) =>
      answer(request, reply, (person, assetId) => readUpload(deps, person, assetId)),
    )
    uploads.patch<UploadRoute>(UPLOAD_URL, { config }, patch)
    uploads.delete<UploadRoute>(UPLOAD_URL, remove)
    // For networks that let no other method through.
    uploads.post<UploadRoute>(UPLOAD_URL, { config }, (request, reply) => {
      const method = request.headers['x-http-method-override']
      if (method === 'PATCH') return patch(request, reply)
      return method === 'DELETE' ? remove(request, reply) : sendRefusal(reply, request.id, { code: 'NOT_FOUND' })
    })
    uploads.options(UPLOAD_URL, async (_request, reply) =>
      reply.headers({ 'tus-version': VERSION, 'tus-extension': 'expiration,termination' }).code(204).send(),
    )
  })
}

async function findCaller(request: UploadRequest, identify: Identify): Promise<Outcome<Person>> {
  const caller = await authenticate(request, 'person', identify)
  if (!caller.ok) return caller
  if (caller.value.kind !== 'person') return refused('TOKEN_REQUIRED')
  if (request.headers['tus-resumable'] !== VERSION) return refused('TUS_VERSION')
  return z.uuid().safeParse(request.params.assetId).success ? accepted(caller.value) : refused('ASSET_NOT_FOUND')
}

function readOffset({ headers }: FastifyRequest): Outcome<number> {
  if (headers['content-type'] !== BODY_TYPE) return refused('BODY_INVALID')
  const offset = headers['upload-offset']
  return typeof offset === 'string' && /^\d{1,15}$/.test(offset) ? accepted(Number(offset)) : refused('BODY_INVALID')
}

function sendState(reply: FastifyReply, request: FastifyRequest, state: UploadState | null): FastifyReply {
  if (!state) return reply.code(204).send()
  reply.header('upload-offset', state.receivedBytes)
  if (state.expiresAt) reply.header('upload-expires', state.expiresAt.toUTCString())
  if (request.method === 'HEAD') return reply.code(200).header('upload-length', state.length).send()
  return reply.code(204).send()
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
