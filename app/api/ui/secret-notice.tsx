import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';

/** The response to a form of the integration pages. A secret is shown only in this response. */
export interface IntegrationAnswer extends FormAnswer {
  readonly secret?: string;
}

interface SecretNoticeProps {
  readonly answer: IntegrationAnswer | undefined;
  readonly label: string;
  readonly className?: string;
}

export function SecretNotice({ answer, label, className = 'mt-4' }: SecretNoticeProps) {
  return (
    <>
      <AnswerNotice answer={answer} className={className} />
      {answer?.secret !== undefined && <ShownOnce label={label} secret={answer.secret} />}
    </>
  );
}
