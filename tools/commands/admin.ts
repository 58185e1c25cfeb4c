import { grantRole } from '../grant-role.ts'

export const runAdmin = (address: string, name: string): Promise<void> => grantRole('admin', address, name)
