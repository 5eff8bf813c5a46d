import type { Trace } from '../../platform/change/audit.server.ts';
import type { Member } from './member.ts';

/** The maximum length of an API key's name. */
export const PROGRAM_MAX_LENGTH = 60;

/** A program with an API key. It has no account and no role; the key's scopes decide what it may do. */
export interface Program {
  readonly program: string;
}

export interface ActingProgram extends Program {
  readonly trace: Trace;
}

export type Actor = Member | ActingProgram;

/** Returns `undefined` for a member, because this action of a member is not audited. */
export function traceOfProgram(actor: Actor): Trace | undefined {
  return 'program' in actor ? actor.trace : undefined;
}
