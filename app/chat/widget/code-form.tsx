import { useEffect, useRef, useState, type FormEvent } from 'react';
import { readSixDigits } from '../../platform/six-digits.ts';
import { FieldProblem } from './field-problem.tsx';
import type { VisitorChat } from './visitor-chat.ts';
import { t } from '../../i18n/translate.ts';

export interface CodeFormProps {
  readonly chat: VisitorChat;
  readonly email: string | null;
  /** The focused element is gone, so the focus must move on. */
  readonly onActed: () => void;
}

/** Accepts the code from the confirmation email. The link in the same email works as well. */
export default function CodeForm({ chat, email, onActed }: CodeFormProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const digits = readSixDigits(code);
    if (digits === null) return setProblem(t('Enter the six-digit code from the email.'));
    setBusy(true);
    const failed = await chat.confirm(digits);
    setProblem(failed);
    setBusy(false);
    if (failed) field.current?.focus();
    else onActed();
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void send(event)}
      className="chat-line my-1 w-full rounded-[16px] border border-line bg-surface p-4 text-[14px] leading-[1.45]"
    >
      <p role="status" className="text-ink-2 [overflow-wrap:anywhere]">
        {email
          ? t('An email with a link and a code is on its way to {email}.', { email })
          : t('An email with a link and a code is on its way to you.')}{' '}
        {t(
          'Open the link in this browser, or enter the code here within 15 minutes. If nothing arrives, check your spam folder: we send only a few of these emails to a mailbox per day.',
        )}
      </p>
      <label htmlFor="chat-code" className="mt-3 block text-[14.5px] font-semibold">
        {t('Six-digit code')}
      </label>
      <div className="mt-1.5 flex gap-2.5">
        <input
          dir="auto"
          ref={field}
          id="chat-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="field min-w-0 flex-1 tabular-nums"
          value={code}
          aria-invalid={problem !== null}
          aria-describedby={problem ? 'chat-code-problem' : undefined}
          onChange={(event) => setCode(event.target.value)}
        />
        <button type="submit" aria-busy={isBusy} className="button button-primary shrink-0">
          {t('Confirm')}
        </button>
      </div>
      {problem && <FieldProblem id="chat-code-problem">{problem}</FieldProblem>}
    </form>
  );
}
