import { useEffect, useRef, useState, type FormEvent } from 'react';
import { VISITOR_NAME_MAX_LENGTH } from '../protocol/rules.ts';
import { FieldProblem } from './field-problem.tsx';
import type { VisitorChat } from './visitor-chat.ts';
import { t } from '../../i18n/translate.ts';

export interface NameFormProps {
  readonly chat: VisitorChat;
  readonly name: string | null;
  readonly onActed: () => void;
}

export default function NameForm({ chat, name, onActed }: NameFormProps) {
  const [typed, setTyped] = useState(name ?? '');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const failed = await chat.rename(typed);
    setBusy(false);
    setProblem(failed);
    if (!failed) onActed();
  }

  return (
    <form
      onSubmit={(event) => void save(event)}
      className="chat-line my-1 w-full rounded-[16px] border border-line bg-surface p-4"
    >
      <label htmlFor="chat-your-name" className="text-[14.5px] font-semibold">
        {t('Your name (optional)')}
      </label>
      <div className="mt-1.5 flex gap-2.5">
        <input
          dir="auto"
          ref={field}
          id="chat-your-name"
          autoComplete="name"
          maxLength={VISITOR_NAME_MAX_LENGTH}
          className="field min-w-0 flex-1"
          value={typed}
          aria-invalid={problem !== null}
          aria-describedby={problem ? 'chat-your-name-problem' : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" aria-busy={isBusy} className="button button-primary shrink-0">
          {t('Save')}
        </button>
      </div>
      {problem && <FieldProblem id="chat-your-name-problem">{problem}</FieldProblem>}
    </form>
  );
}
