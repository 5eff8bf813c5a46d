import { useEffect, useRef } from 'react';
import { PROOF_FIELD, PROOF_PATH, type FormAnswer } from './form-answer.ts';
import { Notice } from './notice.tsx';
import { t } from '../../i18n/translate.ts';

interface AnswerNoticeProps {
  readonly answer: Pick<FormAnswer, 'isDone' | 'message' | 'field'> | undefined;
  readonly className?: string;
}

/** Shows the result of a form; an error of one field is shown at that field instead. */
export function AnswerNotice({ answer, className }: AnswerNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  const isProofAsked = answer?.field === PROOF_FIELD;
  // The pressed button may be gone with its row, at once or when the page's data has been read again: somebody
  // at a keyboard goes on from the result, not from the top.
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    focused.current = document.activeElement;
    if (!answer || !notice.current) return;
    // The question that the pressed button was part of would cover the answer.
    const question = document.querySelector<HTMLElement>('[role="dialog"]:popover-open');
    if (!question?.contains(notice.current)) question?.hidePopover();
    if (!answer.isDone) notice.current.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  useEffect(() => {
    const isGone = focused.current === document.body || focused.current?.isConnected === false;
    if (!answer || !isGone || document.activeElement !== document.body) return;
    focused.current = notice.current;
    notice.current?.focus({ preventScroll: true });
  });
  if (!answer || answer.message === '') return null;
  if (answer.field !== undefined && !isProofAsked) return null;
  return (
    <div ref={notice} tabIndex={-1} className={className}>
      <Notice kind={answer.isDone ? 'success' : 'error'}>
        {answer.message}
        {isProofAsked && (
          <>
            {' '}
            {/* A new tab keeps everything typed here. */}
            <a href={PROOF_PATH} target="_blank" rel="noopener" className="link">
              {t('Confirm in a new tab')}
            </a>
          </>
        )}
      </Notice>
    </div>
  );
}
