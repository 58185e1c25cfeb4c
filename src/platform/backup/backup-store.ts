/** Where nightly backups are: a folder or a bucket. */
import type { ArchiveTarget } from './archive.ts'

export type BackupStore = {
  /** The path or address of a file, for records and messages. */
  toAddress(name: string): string
  /** Before anything else of a night. */
  prepare(): Promise<void>
  list(): Promise<string[]>
  delete(name: string): Promise<void>
  /** Deletes what killed processes have left of backups whose names begin so. */
  deleteRemains(prefix: string, now: Date): Promise<void>
  createTarget(name: string): ArchiveTarget
  /** @throws Error if there is less than this many bytes */
  requireSpace(bytes: number): Promise<void>
  /** Null: there is no such file. */
  readText(name: string): Promise<string | null>
  /** Replaces the file in one step. */
  writeText(name: string, content: string): Promise<void>
  close(): void
}
