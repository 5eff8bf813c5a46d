import { say } from '../../platform/say.ts';
import { sayCount } from '../../platform/say-count.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { RowDetails } from '../../ui/row-details.tsx';
import { Tag } from '../../ui/tag.tsx';
import { LABEL_COLOURS, LABEL_NAME_MAX_LENGTH, type LabelInList } from '../protocol/labels.ts';

interface LabelListProps {
  readonly labels: readonly LabelInList[];
  readonly answer: FormAnswer | undefined;
}

const COLOURS = LABEL_COLOURS.map((value) => ({
  value,
  name: value.charAt(0).toUpperCase() + value.slice(1),
}));

export function LabelList({ labels, answer }: LabelListProps) {
  return (
    <>
      <PageSection title={say('New label')}>
        <NewLabel answer={answer} />
      </PageSection>
      <PageSection title={say('All labels')} count={labels.length}>
        {labels.length === 0 ? (
          <p className="text-ink-2">{say('There is none yet.')}</p>
        ) : (
          <ul className="list-card">
            {labels.map((label) => (
              <LabelRow key={label.id} label={label} />
            ))}
          </ul>
        )}
      </PageSection>
    </>
  );
}

function NewLabel({ answer }: Pick<LabelListProps, 'answer'>) {
  // An answer with an id belongs to another form, in which a label was changed.
  const own = answer?.typed.id === undefined ? answer : undefined;
  const errorAt = fieldErrors(own);
  return (
    <ActionForm
      // The key resets the form after each success, so that the fields are empty.
      key={answer?.isDone ? answer.message : 'form'}
      preventScrollReset
      className="rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <HiddenFields fields={{ intent: 'save' }} />
      <LabelFields name={own?.typed.name} colour={own?.typed.colour} error={errorAt('name')}>
        {say('Add label')}
      </LabelFields>
    </ActionForm>
  );
}

interface LabelFieldsProps {
  readonly name: string | undefined;
  readonly colour: string | undefined;
  readonly error?: string | undefined;
  readonly children: string;
}

function LabelFields({ name, colour, error, children }: LabelFieldsProps) {
  return (
    <div className="form-row">
      <TextField
        label={say('Name')}
        name="name"
        autoComplete="off"
        maxLength={LABEL_NAME_MAX_LENGTH}
        required
        defaultValue={name}
        error={error}
      />
      <SelectField label={say('Colour')} name="colour" defaultValue={colour} options={COLOURS} />
      <SubmitButton>{children}</SubmitButton>
    </div>
  );
}

function LabelRow({ label }: { label: LabelInList }) {
  const { id, name, colour, visitorCount, conversationCount } = label;
  const isOn = [
    sayCount({ noun: 'visitor', number: visitorCount }),
    sayCount({ noun: 'conversation', number: conversationCount }),
  ].join(', ');
  return (
    <li data-testid="label" className="list-row">
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1 max-md:basis-full">
        <Tag tone={colour}>{name}</Tag>
        <p className="text-[14px] text-ink-2 tabular-nums">{isOn}</p>
      </div>
      <ConfirmButton
        label={say('Delete')}
        accessibleLabel={say('Delete {name}', { name })}
        question={say("Delete '{name}'?", { name })}
        text={say('It is taken off {isOn}.', { isOn })}
      >
        <FormButton fields={{ intent: 'delete', id }} className="button button-danger button-small">
          {say('Delete')}
        </FormButton>
      </ConfirmButton>
      <RowDetails
        // The key closes the details after the saved label has been reloaded.
        key={name + colour}
        name={name}
      >
        <ActionForm noValidate={false} preventScrollReset className="mt-1 pb-4">
          <HiddenFields fields={{ intent: 'save', id }} />
          <LabelFields name={name} colour={colour}>
            {say('Save changes')}
          </LabelFields>
        </ActionForm>
      </RowDetails>
    </li>
  );
}
