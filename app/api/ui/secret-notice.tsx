import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { t } from '../../i18n/translate.ts';
import { useId, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';

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
      {answer?.secret !== undefined && <OneTimeSecret label={label} secret={answer.secret} />}
    </>
  );
}

/** Shows a one-time secret. The field can be selected where the browser cannot copy to the clipboard. */
function OneTimeSecret({ label, secret }: { readonly label: string; readonly secret: string }) {
  const id = useId();
  const [isCopied, setIsCopied] = useState(false);
  return (
    <div className="mt-4 rounded-card bg-surface p-5 ring-1 ring-line">
      <label htmlFor={id} className="text-[15px] font-semibold">
        {label}
      </label>
      <div className="mt-2 flex flex-wrap gap-3">
        <input
          dir="auto"
          id={id}
          readOnly
          value={secret}
          spellCheck={false}
          className="field min-w-0 flex-1 basis-72 font-mono text-[14.5px]"
          onFocus={(event) => event.currentTarget.select()}
        />
        <button
          type="button"
          className="button button-line button-small min-h-[50px]"
          onClick={() => {
            void navigator.clipboard.writeText(secret).then(() => setIsCopied(true));
          }}
        >
          <Icon name={isCopied ? 'check' : 'stack'} />
          {isCopied ? t('Copied') : t('Copy')}
        </button>
      </div>
    </div>
  );
}
