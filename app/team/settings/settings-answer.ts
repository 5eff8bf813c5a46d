import type { PROOF_FIELD } from '../../ui/form/form-answer.ts';
import type { DayId, HoursForm } from './hours-form.ts';
import type { ShorterPeriod, SomeTexts } from './save-settings.server.ts';
import type { MailTest } from './send-test-mail.server.ts';

/** What the page shows when nothing was saved: what was typed, and why. */
export interface SettingsAnswer {
  readonly isDone: boolean;
  /** For the form as a whole. */
  readonly message: string | undefined;
  /** Set where it asks for a proof of who sends it. */
  readonly field: typeof PROOF_FIELD | undefined;
  readonly mailTest: MailTest | undefined;
  /** The settings that were touched: as typed, and what they were typed over. */
  readonly typed: SomeTexts;
  readonly shown: SomeTexts;
  readonly hours: HoursForm | undefined;
  readonly hoursDay: DayId | undefined;
  readonly faults: SomeTexts;
  readonly question: RetentionQuestion | undefined;
}

/** Asked before a period is made shorter. */
export interface RetentionQuestion {
  /** What a button sends to agree. */
  readonly intent: string;
  readonly periods: readonly (ShorterPeriod & { readonly count: number })[];
}
