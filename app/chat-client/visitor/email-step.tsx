import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';

interface EmailStepProps {
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** Goes up when the visitor sends something before the address is known. */
  readonly prompts: number;
  /** Answers with what is wrong, or null. */
  readonly onSubmit: (email: string) => string | null;
}

export function EmailStep({ isBusy, problem, prompts, onSubmit }: EmailStepProps) {
  const [email, setEmail] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const canSubmit = email.includes('@') && !isBusy;
  useEffect(() => {
    field.current?.focus();
  }, [prompts]);

  function submit() {
    if (!isBusy && onSubmit(email)) field.current?.focus();
  }

  return (
    <form
      noValidate
      className="mt-1 rounded-[16px] border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor="chat-email" className="text-[14.5px] font-semibold">
        Your email
      </label>
      <input
        ref={field}
        id="chat-email"
        data-first-field
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        className="field mt-1.5"
        value={email}
        aria-invalid={problem !== null}
        aria-describedby={problem ? 'chat-email-problem' : undefined}
        onChange={(event) => setEmail(event.target.value)}
        onKeyDown={(event) => {
          // A disabled button keeps Enter from submitting; what is missing is said all the same.
          if (event.key !== 'Enter' || canSubmit) return;
          event.preventDefault();
          submit();
        }}
      />
      {problem && (
        <p
          id="chat-email-problem"
          role="alert"
          className="mt-2 flex gap-1.5 text-[13.5px] leading-[1.4] font-semibold text-error"
        >
          <Icon name="warning-circle-fill" size={16} className="mt-px" />
          {problem}
        </p>
      )}
      <button
        type="submit"
        className="button button-primary mt-3 min-h-[50px] w-full border border-transparent"
        disabled={!canSubmit}
      >
        Continue
      </button>
    </form>
  );
}
