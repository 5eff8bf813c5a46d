import type { Faults, Texts } from '../../entries/read-texts.ts';

/** What came of saving an entry. */
export interface EntryAnswer {
  readonly isDone?: boolean;
  readonly status?: number;
  readonly message: string;
  /** What was typed into a form that was refused. */
  readonly typed: Texts;
  /** What is wrong, by the form's fields. */
  readonly faults: Faults;
  /** Digests of what somebody else made of fields that were changed here, too. */
  readonly now: Texts;
}
