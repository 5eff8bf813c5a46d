import type { Role } from './roles.ts';

/** A signed-in person of the team whose account is approved. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
}
