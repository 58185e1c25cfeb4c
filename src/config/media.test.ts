import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { countEncoders } from './media.ts'

const production = {
  MODE: 'production',
  PUBLIC_URL: 'https://school.test',
  DATA_DIR: '/srv/school',
  TRUSTED_PROXIES: '127.0.0.1',
  SMTP_URL: 'smtps://mail.school.test',
}

const s3 = { S3_ENDPOINT: 'https://s3.test', S3_REGION: 'r', S3_BUCKET: 'b', S3_KEY: 'k', S3_SECRET: 's' }

test('files are in a folder of the data, and S3 replaces it only when all its settings are set', () => {
  expect(readConfig({}).media).toMatchObject({ blobDir: null, s3: null, ffmpegPath: null, embedOrigins: [] })
  expect(readConfig({ BLOB_DIR: '/srv/media' }).media.blobDir).toBe('/srv/media')
  expect(readConfig({ ...s3, S3_PATH_STYLE: '1' }).media.s3).toEqual({
    endpoint: 'https://s3.test',
    region: 'r',
    bucket: 'b',
    key: 'k',
    secret: 's',
    isPathStyle: true,
  })
})

test('sizes are written with their unit', () => {
  expect(readConfig({}).media).toMatchObject({
    maxUploadBytes: { video: 8e9, audio: 1e9, file: 5e8 },
    courseQuotaBytes: 50e9,
  })
  expect(readConfig({ QUOTA_COURSE: '2TB' }).media.courseQuotaBytes).toBe(2e12)
})

test('a machine with little memory runs fewer encoders than it has cores', () => {
  expect(countEncoders(2, 0.97e9)).toBe(1)
  expect(countEncoders(2, 0.4e9)).toBe(1)
  expect(countEncoders(2, 4e9)).toBe(2)
  expect(countEncoders(8, 3.9e9)).toBe(3)
})

test.each([
  [{ S3_BUCKET: 'b' }, 'Storage in S3 needs S3_ENDPOINT and S3_REGION and S3_KEY and S3_SECRET too.'],
  [{ ...s3, S3_SECRET: '' }, 'Storage in S3 needs S3_SECRET too.'],
  [{ S3_PATH_STYLE: '1' }, 'Storage in S3 needs S3_ENDPOINT'],
  [{ ...s3, BLOB_DIR: '/srv/media' }, 'BLOB_DIR and S3_BUCKET exclude each other.'],
  [{ ...production, ...s3, S3_ENDPOINT: 'http://s3.test' }, 'S3_ENDPOINT must begin with https:// in production.'],
  [{ FFMPEG_PATH: '/opt/ffmpeg' }, 'FFMPEG_PATH and FFPROBE_PATH need each other.'],
  [{ ENCODERS: '0' }, 'ENCODERS must be 1 or more.'],
  [{ UPLOAD_MAX_VIDEO: '8' }, 'UPLOAD_MAX_VIDEO must be a size such as 500 MB or 8 GB.'],
  [{ EMBED_ORIGINS: 'http://video.test' }, 'EMBED_ORIGINS must be a comma list of https origins'],
  [{ EMBED_ORIGINS: 'https://video.test/x' }, 'EMBED_ORIGINS must be a comma list of https origins'],
])('%j does not start', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})
