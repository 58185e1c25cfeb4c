/** A process that encodes without end, for a test that kills it. Prints one line when ffmpeg runs. */
import { runFfmpeg } from '#platform/ffmpeg/run-ffmpeg.ts'
import { getTestFfmpeg } from './ffmpeg.ts'

const [path = '', outputFolder = ''] = process.argv.slice(2)
const ffmpeg = await getTestFfmpeg()
await runFfmpeg(ffmpeg!, {
  input: { path, contentType: 'video/mp4' },
  inputArgs: ['-stream_loop', '-1', '-re'],
  args: ['-f', 'null', '-'],
  outputFolder,
  limits: { seconds: 600, outputBytes: 1e6 },
  onProgress: () => console.log('runs'),
})
