import { say } from '../../platform/say.ts';
import { type FormAnswer, fieldErrors } from '../../ui/form/form-answer.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';

interface FindPersonFormProps {
  readonly person: { readonly email: string } | undefined;
  readonly answer: FormAnswer | undefined;
}

/** Sends the address by POST, so that it appears in no log. */
export function FindPersonForm({ person, answer }: FindPersonFormProps) {
  return (
    <ActionForm className="mt-8 grid items-start gap-4 rounded-card bg-surface p-5 ring-1 ring-line md:grid-cols-[1fr_auto]">
      <HiddenFields fields={{ intent: 'find' }} />
      <TextField
        key={person?.email}
        label={say('Email')}
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={person?.email ?? answer?.typed.email}
        error={fieldErrors(answer)('email')}
      />
      <div className="md:pt-[31px]">
        <SubmitButton>{say('Find')}</SubmitButton>
      </div>
    </ActionForm>
  );
}
