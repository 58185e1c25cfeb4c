/** Log-ins of a restored backup. */

/**
 * Ends every session, and every e-mailed link that logs in or sets a password: nobody knows which of them were ended after
 * the backup.
 */
export async function endRestoredLogIns(client: { query(statement: string): Promise<unknown> }): Promise<void> {
  await client.query(
    `update session set ended_at = now(), ended_because = 'logged-out-elsewhere' where ended_at is null`,
  )
  await client.query('delete from account_token')
}
