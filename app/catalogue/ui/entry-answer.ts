import type { Faults, Texts } from '../protocol/read-texts.ts';

export interface EntryAnswer {
  readonly isDone?: boolean;
  readonly status?: number;
  readonly message: string;
  readonly typed: Texts;
  readonly faults: Faults;
  /**
   * The digests belong to the rejected form, with updates for fields that somebody else changed. The reloaded page
   * may show newer values, and resubmitting with its digests would overwrite untouched fields.
   */
  readonly shown: Texts;
}
