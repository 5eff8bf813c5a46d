import { say } from '../../platform/say.ts';
import { Notice } from '../../ui/form/notice.tsx';
import type { EntryAnswer } from './entry-answer.ts';

interface EntryOutcomeProps {
  readonly answer: EntryAnswer | undefined;
  readonly wasAdded?: boolean;
  readonly isRestored: boolean;
  readonly forget: () => void;
}

export function EntryOutcome({ answer, wasAdded = false, isRestored, forget }: EntryOutcomeProps) {
  const text =
    answer?.message ??
    (wasAdded ? say('The draft is saved. Nobody sees it before it is published.') : '');
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
          {say('Leave out what was typed')}
        </button>
      )}
    </>
  );
}
