import { PROOF_FIELD, PROOF_PATH, type FormAnswer } from './form-answer.ts';
import { Notice } from './notice.tsx';
import { say } from '../../platform/say.ts';

interface AnswerNoticeProps {
  readonly answer: Pick<FormAnswer, 'isDone' | 'message' | 'field'> | undefined;
  readonly className?: string;
}

/** Shows the result of a form; an error of one field is shown at that field instead. */
export function AnswerNotice({ answer, className }: AnswerNoticeProps) {
  const isProofAsked = answer?.field === PROOF_FIELD;
  if (!answer || answer.message === '') return null;
  if (answer.field !== undefined && !isProofAsked) return null;
  return (
    <div className={className}>
      <Notice kind={answer.isDone ? 'success' : 'error'}>
        {answer.message}
        {isProofAsked && (
          <>
            {' '}
            {/* A new tab keeps everything typed here. */}
            <a href={PROOF_PATH} target="_blank" rel="noopener" className="link">
              {say('Confirm it in a new tab')}
            </a>
          </>
        )}
      </Notice>
    </div>
  );
}
