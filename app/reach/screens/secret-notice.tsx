import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';

/** What came of a form of the API's pages; a secret is in the answer once and nowhere else. */
export interface IntegrationAnswer extends FormAnswer {
  readonly secret?: string;
}

interface SecretNoticeProps {
  readonly answer: IntegrationAnswer | undefined;
  /** What the secret is. */
  readonly label: string;
  readonly className?: string;
}

/** Says what came of it, and shows the secret that was made. */
export function SecretNotice({ answer, label, className = 'mt-4' }: SecretNoticeProps) {
  return (
    <>
      <AnswerNotice answer={answer} className={className} />
      {answer?.secret !== undefined && <ShownOnce label={label} secret={answer.secret} />}
    </>
  );
}
