import type { Trace } from '../../platform/change/audit.server.ts';

/** Who works on the catalogue, under the name that colleagues know: a person, or a program by its key. */
export interface Editor {
  /** Of the account; null for a program, which has none. */
  readonly id: string | null;
  readonly name: string;
  readonly trace: Trace;
}
