import type { Trace } from '../../../platform/change/audit.server.ts';

/** The author of a change is a member of the team or a program with an API key. Colleagues see the `name`. */
export interface Editor {
  /** A program has no account and therefore no id. */
  readonly id: string | null;
  readonly name: string;
  readonly trace: Trace;
}
