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
  /**
   * What the refused form showed, and of fields that somebody else changed here, too, what they made of them. The
   * page may show what is newer: what nobody touched would then be saved over it.
   */
  readonly shown: Texts;
}
