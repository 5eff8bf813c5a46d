import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';

interface EmailStepProps {
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** Answers with what is wrong, or null. */
  readonly onSubmit: (email: string) => string | null;
}

export function EmailStep({ isBusy, problem, onSubmit }: EmailStepProps) {
  const [email, setEmail] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);

  return (
    <form
      noValidate
      className="rounded-[16px] bg-surface p-4 ring-1 ring-line"
      onSubmit={(event) => {
        event.preventDefault();
        if (onSubmit(email)) field.current?.focus();
      }}
    >
      <label htmlFor="chat-email" className="text-[14.5px] font-semibold">
        Your email
      </label>
      <input
        ref={field}
        id="chat-email"
        type="email"
        autoComplete="email"
        className="field mt-1.5"
        value={email}
        aria-invalid={problem !== null}
        aria-describedby={problem ? 'chat-email-problem' : undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      {problem && (
        <p
          id="chat-email-problem"
          role="alert"
          className="mt-1.5 flex gap-1.5 text-[13.5px] font-semibold text-error"
        >
          <Icon name="warning-circle-fill" size={16} className="mt-0.5" />
          {problem}
        </p>
      )}
      <button
        type="submit"
        className="button button-primary mt-3 w-full"
        disabled={isBusy || !email.includes('@')}
      >
        Continue
      </button>
    </form>
  );
}
