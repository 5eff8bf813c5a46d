import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { VISITOR_NAME_MAX_LENGTH } from '../protocol/rules.ts';
import { FieldProblem } from './field-problem.tsx';
import { say } from '../../platform/say.ts';
import { isComposing } from '../../ui/is-composing.ts';

interface EmailStepProps {
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly knownName: string | null;
  readonly prompts: number;
  /** Returns the error message, or null. */
  readonly onSubmit: (email: string, name: string) => string | null;
}

export function EmailStep({ isBusy, problem, prompts, knownName, onSubmit }: EmailStepProps) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState(knownName ?? '');
  const field = useRef<HTMLInputElement>(null);
  const canSubmit = email.includes('@') && !isBusy;
  useEffect(() => {
    field.current?.focus();
  }, [prompts]);

  function submit() {
    if (!isBusy && onSubmit(email, name)) field.current?.focus();
  }

  /** A disabled button stops Enter from submitting, but the visitor must still see the error. */
  function onEnter(event: KeyboardEvent) {
    if (isComposing(event) || event.key !== 'Enter' || canSubmit) return;
    event.preventDefault();
    submit();
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
        {say('Your email')}
      </label>
      <input
        dir="auto"
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
        onKeyDown={onEnter}
      />
      {problem && <FieldProblem id="chat-email-problem">{problem}</FieldProblem>}
      <label htmlFor="chat-name" className="mt-3 block text-[14.5px] font-semibold">
        {say('Your name (optional)')}
      </label>
      <input
        dir="auto"
        id="chat-name"
        autoComplete="name"
        maxLength={VISITOR_NAME_MAX_LENGTH}
        className="field mt-1.5"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onEnter}
      />
      <button
        type="submit"
        className="button button-primary mt-3 min-h-[50px] w-full border border-transparent"
        disabled={!canSubmit}
      >
        {say('Continue')}
      </button>
    </form>
  );
}
