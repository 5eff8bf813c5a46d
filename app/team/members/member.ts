import type { Language } from '../../platform/languages.ts';
import type { Role } from './roles.ts';

/** A signed-in person of the team whose account is approved. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  /** What they chose to read; null: the shop's own language. */
  readonly language?: Language | null;
}
