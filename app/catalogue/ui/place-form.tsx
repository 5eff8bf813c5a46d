import { useEffect, useId, useRef } from 'react';
import { useActionData } from 'react-router';
import { say } from '../../platform/say.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FieldMessage } from '../../ui/form/field-message.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { HiddenFields } from '../../ui/form/form-button.tsx';

interface PlaceFormProps {
  readonly id: string;
  readonly title: string;
  readonly place: number;
}

export function PlaceForm({ id, title, place }: PlaceFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const isSent = useRef(false);
  const answer = useActionData<FormAnswer>();
  const errorId = useId();
  const error = answer?.typed.id === id ? fieldErrors(answer)('at') : undefined;
  useEffect(() => {
    if (field.current) field.current.value = String(place);
  }, [place]);
  // A number beyond the end becomes the last position, which may be the present one. `place` does not change then,
  // so the first effect does not reset the field.
  useEffect(() => {
    if (!isSent.current) return;
    isSent.current = false;
    if (!field.current || !answer?.isDone) return;
    field.current.value = String(place);
    field.current.select();
  }, [answer, place]);
  return (
    <ActionForm preventScrollReset onSubmit={() => (isSent.current = true)}>
      <HiddenFields fields={{ intent: 'move', kind: 'text', id }} />
      <input
        dir="auto"
        ref={field}
        name="at"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        aria-label={say('Place of {title}, Enter moves it', { title })}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : errorId}
        defaultValue={place}
        onFocus={(event) => event.target.select()}
        onBlur={(event) => (event.target.value = String(place))}
        className="field h-11 min-h-11 w-[64px] px-2 text-center tabular-nums"
      />
      {error !== undefined && (
        <div className="w-[150px]">
          <FieldMessage id={errorId} error={error} />
        </div>
      )}
    </ActionForm>
  );
}
