import { say } from '../../../platform/say.ts';
import { Notice } from '../../../ui/form/notice.tsx';
import type { EntryAnswer } from './entry-answer.ts';

interface EntryOutcomeProps {
  readonly answer: EntryAnswer | undefined;
  readonly wasAdded?: boolean;
  readonly isRestored: boolean;
  /** Forgets what was typed before. */
  readonly forget: () => void;
}

/** What came of saving an entry, or that what was typed before is back. */
export function EntryOutcome({ answer, wasAdded = false, isRestored, forget }: EntryOutcomeProps) {
  const text =
    answer?.message ??
    (wasAdded ? say('The draft is saved. Nobody sees it before it is published.') : '');
  // What is back from before is not saved, but nothing is wrong with it.
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
          {say('Leave out what was typed')}
        </button>
      )}
    </>
  );
}
