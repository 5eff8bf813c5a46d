import type { PROOF_FIELD } from '../../ui/form/form-answer.ts';
import type { DayId, HoursForm } from './hours-form.ts';
import type { ShorterPeriod, SomeTexts } from '../server/settings/save-settings.server.ts';
import type { MailTest } from '../server/settings/send-test-mail.server.ts';

export interface SettingsAnswer {
  readonly isDone: boolean;
  readonly message: string | undefined;
  /** Set if a fresh proof is required. */
  readonly field: typeof PROOF_FIELD | undefined;
  readonly mailTest: MailTest | undefined;
  /** The settings that were changed: the typed values, and those that the form showed before. */
  readonly typed: SomeTexts;
  readonly shown: SomeTexts;
  readonly hours: HoursForm | undefined;
  readonly hoursDay: DayId | undefined;
  readonly faults: SomeTexts;
  readonly question: RetentionQuestion | undefined;
}

export interface RetentionQuestion {
  readonly intent: string;
  readonly periods: readonly (ShorterPeriod & { readonly count: number })[];
}
