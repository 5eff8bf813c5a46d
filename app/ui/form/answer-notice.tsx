import type { FormAnswer } from './form-answer.ts';
import { Notice } from './notice.tsx';

interface AnswerNoticeProps {
  readonly answer: Pick<FormAnswer, 'isDone' | 'message' | 'field'> | undefined;
  readonly className?: string;
}

/** What came of a form as a whole; a refusal of one field stands at that field. */
export function AnswerNotice({ answer, className }: AnswerNoticeProps) {
  if (!answer || answer.field !== undefined || answer.message === '') return null;
  return (
    <div className={className}>
      <Notice kind={answer.isDone ? 'success' : 'error'}>{answer.message}</Notice>
    </div>
  );
}
