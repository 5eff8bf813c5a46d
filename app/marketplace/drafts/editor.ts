import type { Trace } from '../../platform/change/audit.server.ts';

/** Who works on the catalogue, under the name that colleagues know. */
export interface Editor {
  readonly id: string;
  readonly name: string;
  readonly trace: Trace;
}
