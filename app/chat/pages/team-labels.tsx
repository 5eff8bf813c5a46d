import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { readLabelsInUse } from '../server/contacts/manage-labels.server.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-labels.ts';
import { formatCount } from '../../platform/format-count.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { RowDetails } from '../../ui/row-details.tsx';
import { Tag } from '../../ui/chip.tsx';
import { LABEL_COLOURS, LABEL_NAME_MAX_LENGTH, type LabelInList } from '../protocol/labels.ts';

export const handle = { messages: await loadMessages('chat-team', 'platform-team') };

interface LabelListProps {
  readonly labels: readonly LabelInList[];
  readonly answer: FormAnswer | undefined;
}

const COLOURS = LABEL_COLOURS.map((value) => ({
  value,
  name: value.charAt(0).toUpperCase() + value.slice(1),
}));

interface LabelFieldsProps {
  readonly name: string | undefined;
  readonly colour: string | undefined;
  readonly error?: string | undefined;
  readonly children: string;
}

export { action } from './label-actions.server.ts';

export const loader = pageAt('/team/labels', async ({ appContext }) => ({
  labels: await readLabelsInUse(appContext.db),
}));

export default function TeamLabels({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Labels')}
      lead={t('For visitors and for conversations. They are put on in the panel beside a thread.')}
    >
      {/* An error in an existing label has no field in the form below. */}
      <AnswerNotice
        answer={actionData && { ...actionData, ...(actionData.typed.id && { field: undefined }) }}
        className="mt-6"
      />
      <LabelList labels={loaderData.labels} answer={actionData} />
    </MemberPage>
  );
}

function LabelList({ labels, answer }: LabelListProps) {
  return (
    <>
      <PageSection title={t('New label')}>
        <NewLabel answer={answer} />
      </PageSection>
      <PageSection title={t('All labels')} count={labels.length}>
        {labels.length === 0 ? (
          <p className="text-ink-2">{t('There is none yet.')}</p>
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
        {t('Add label')}
      </LabelFields>
    </ActionForm>
  );
}

function LabelFields({ name, colour, error, children }: LabelFieldsProps) {
  return (
    <div className="form-row">
      <TextField
        label={t('Name')}
        name="name"
        autoComplete="off"
        maxLength={LABEL_NAME_MAX_LENGTH}
        required
        defaultValue={name}
        error={error}
      />
      <SelectField label={t('Colour')} name="colour" defaultValue={colour} options={COLOURS} />
      <SubmitButton>{children}</SubmitButton>
    </div>
  );
}

function LabelRow({ label }: { label: LabelInList }) {
  const { id, name, colour, visitorCount, conversationCount } = label;
  const isOn = [
    formatCount({ noun: 'visitor', number: visitorCount }),
    formatCount({ noun: 'conversation', number: conversationCount }),
  ].join(', ');
  return (
    <li data-testid="label" className="list-row">
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1 max-md:basis-full">
        <Tag tone={colour}>{name}</Tag>
        <p className="text-[14px] text-ink-2 tabular-nums">{isOn}</p>
      </div>
      <ConfirmButton
        label={t('Delete')}
        accessibleLabel={t('Delete {name}', { name })}
        question={t("Delete ''{name}''?", { name })}
        text={t('It is taken off {isOn}.', { isOn })}
      >
        <FormButton fields={{ intent: 'delete', id }} className="button button-danger button-small">
          {t('Delete')}
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
            {t('Save changes')}
          </LabelFields>
        </ActionForm>
      </RowDetails>
    </li>
  );
}
