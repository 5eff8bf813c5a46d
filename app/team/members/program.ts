import type { Trace } from '../../platform/change/audit.server.ts';
import type { Member } from './member.ts';

/** Of the name an admin gives a key. */
export const PROGRAM_MAX_LENGTH = 60;

/** A program to which an admin gave a key: it has no account and no role, its key says what it may do. */
export interface Program {
  /** As the admin called its key. */
  readonly program: string;
}

/** One that does something, with how the audit log names it. */
export interface ActingProgram extends Program {
  readonly trace: Trace;
}

/** Whoever does something for the team. */
export type Actor = Member | ActingProgram;

/** Of somebody of the team: none, where what they do is not in the audit log. */
export function traceOfProgram(actor: Actor): Trace | undefined {
  return 'program' in actor ? actor.trace : undefined;
}
