import type { Language } from '../../platform/languages.ts';
import type { Role } from './roles.ts';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  /** The chosen language, or null for the shop's main language. */
  readonly language?: Language | null;
}
