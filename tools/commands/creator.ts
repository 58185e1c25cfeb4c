import { grantRole } from '../grant-role.ts'

export const runCreator = (address: string, name: string): Promise<void> => grantRole('creator', address, name)
