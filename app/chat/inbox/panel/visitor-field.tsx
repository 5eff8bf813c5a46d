import { t } from '../../../i18n/translate.ts';
import { useEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { ApiError } from '../../../platform/api-client.ts';
import { VISITOR_FIELDS, type VisitorFieldName } from '../../protocol/visitor-fields.ts';
import { Icon } from '../../../ui/icon.tsx';
import { personApi } from './person.ts';
import { isComposing } from '../../../ui/is-composing.ts';

interface VisitorFieldProps {
  readonly visitorId: string;
  readonly name: VisitorFieldName;
  readonly value: string | null;
  /** Reloads the entry, so that the new text appears everywhere. */
  readonly onSaved: () => Promise<void>;
}

export function VisitorField({ visitorId, name, value, onSaved }: VisitorFieldProps) {
  const { labels, maxLength } = VISITOR_FIELDS[name];
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isEditing = typed !== null;
  const wasEditing = useRef(false);

  useEffect(() => {
    if (isEditing) field.current?.select();
    else if (wasEditing.current) opener.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  function leave() {
    setTyped(null);
    setProblem(null);
  }

  async function save(event: SubmitEvent) {
    event.preventDefault();
    try {
      await personApi.saveField(visitorId, name, typed ?? '');
      await onSaved();
      leave();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || event.key !== 'Escape') return;
    // Otherwise Escape would also close the sheet.
    event.preventDefault();
    leave();
  }

  if (typed === null) {
    return (
      <button
        ref={opener}
        type="button"
        className="group flex min-h-6 max-w-full items-center gap-1.5 text-left text-[16px] font-[650]"
        onClick={() => setTyped(value ?? '')}
      >
        <span className={`truncate ${value ? '' : 'font-medium text-ink-3'}`}>
          <bdi>{value ?? t(labels.add)}</bdi>
        </span>
        <Icon name="pencil-simple" size={15} className="text-ink-3" />
        {value && <span className="sr-only">{t(labels.change)}</span>}
      </button>
    );
  }
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-1.5">
      <div className="flex gap-1.5">
        <input
          dir="auto"
          ref={field}
          className="field min-h-9 min-w-0 flex-1 px-2.5 py-1 text-[15px]"
          aria-label={t(labels.input)}
          aria-invalid={problem !== null}
          maxLength={maxLength}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className="icon-button size-9" aria-label={t(labels.save)}>
          <Icon name="check" />
        </button>
      </div>
      {problem && (
        <p role="alert" className="text-[13.5px] text-error">
          {problem}
        </p>
      )}
    </form>
  );
}
