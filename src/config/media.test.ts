import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { countEncoders, getBucketUrl } from './media.ts'

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

test('segments are sent by the program, or by a web server that reads the folder, or by the bucket', () => {
  expect(readConfig({}).media.segmentDelivery).toBe('program')
  expect(readConfig({ SEGMENTS: 'accel', BLOB_DIR: '/srv/media' }).media.segmentDelivery).toBe('accel')
  expect(readConfig({ ...production, ...s3, SEGMENTS: 'bucket' }).media.segmentDelivery).toBe('bucket')
})

test('browsers find the bucket below its own host name, or as a folder of the server', () => {
  const url = (more: object) => getBucketUrl(readConfig({ ...s3, ...more }).media.s3!)
  expect(url({})).toBe('https://b.s3.test')
  expect(url({ S3_PATH_STYLE: '1', S3_ENDPOINT: 'http://127.0.0.1:9000/' })).toBe('http://127.0.0.1:9000/b')
  expect(url({ S3_PATH_STYLE: '1', S3_ENDPOINT: 'https://s3.test/storage/' })).toBe('https://s3.test/storage/b')
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
  [{ SEGMENTS: 'nginx' }, 'SEGMENTS must be one of program, accel, bucket. Now SEGMENTS is “nginx”.'],
  [{ SEGMENTS: 'accel' }, 'SEGMENTS=accel needs BLOB_DIR'],
  [{ ...s3, SEGMENTS: 'accel' }, 'SEGMENTS=accel needs BLOB_DIR'],
  [{ SEGMENTS: 'bucket' }, 'SEGMENTS=bucket needs S3_ENDPOINT and S3_BUCKET.'],
  [{ BLOB_DIR: '/srv/media', SEGMENTS: 'bucket' }, 'SEGMENTS=bucket needs S3_ENDPOINT and S3_BUCKET.'],
  [
    { ...production, ...s3, S3_ENDPOINT: 'http://127.0.0.1:9000', SEGMENTS: 'bucket' },
    'SEGMENTS=bucket needs an S3_ENDPOINT that begins with https:// in production',
  ],
  [{ FFMPEG_PATH: '/opt/ffmpeg' }, 'FFMPEG_PATH and FFPROBE_PATH need each other.'],
  [{ ENCODERS: '0' }, 'ENCODERS must be 1 or more.'],
  [{ UPLOAD_MAX_VIDEO: '8' }, 'UPLOAD_MAX_VIDEO must be a size such as 500 MB or 8 GB.'],
  [{ EMBED_ORIGINS: 'http://video.test' }, 'EMBED_ORIGINS must be a comma list of https origins'],
  [{ EMBED_ORIGINS: 'https://video.test/x' }, 'EMBED_ORIGINS must be a comma list of https origins'],
])('%j does not start', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})
