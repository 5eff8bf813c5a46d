import { t } from '../../i18n/translate.ts';
import { Notice } from '../../ui/form/notice.tsx';
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

interface EntryOutcomeProps {
  readonly answer: EntryAnswer | undefined;
  readonly wasAdded?: boolean;
  readonly isRestored: boolean;
  readonly forget: () => void;
}

export function EntryOutcome({ answer, wasAdded = false, isRestored, forget }: EntryOutcomeProps) {
  const text =
    answer?.message ??
    (wasAdded ? t('The draft is saved. Nobody sees it before it is published.') : '');
  // Restored input has `isDone: false`, but it is not an error.
  const isWrong = answer?.isDone === false && Object.keys(answer.faults).length > 0;
  return (
    <>
      {text !== '' && (
        <div className="mt-6">
          <Notice kind={isWrong ? 'error' : 'success'}>{text}</Notice>
        </div>
      )}
      {isRestored && (
        <button
          type="button"
          className="button button-line button-small mt-3"
          onClick={() => {
            forget();
            window.location.reload();
          }}
        >
          {t('Leave out what was typed')}
        </button>
      )}
    </>
  );
}

/** Returns undefined for the answers of other forms. */
export function answerOfEntry(answer: unknown): EntryAnswer | undefined {
  return typeof answer === 'object' && answer !== null && 'faults' in answer
    ? (answer as EntryAnswer)
    : undefined;
}
