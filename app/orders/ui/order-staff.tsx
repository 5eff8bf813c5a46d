import type { MemberName } from '../../accounts/protocol/member.ts';
import type { LabelView } from '../../chat/protocol/labels.ts';
import { t } from '../../i18n/translate.ts';
import { Tag } from '../../ui/chip.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { FormButton } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { OrderStaff, StaffChangeView } from '../protocol/staff.ts';
import { OrderSection } from './order-section.tsx';

interface OrderStaffProps {
  readonly staff: OrderStaff;
  readonly people: readonly MemberName[];
  readonly allLabels: readonly LabelView[];
  readonly answer: FormAnswer | undefined;
}

/** Owner, assignees and labels of an order, with the forms that change them. */
export function OrderStaffSection({ staff, people, allLabels, answer }: OrderStaffProps) {
  const of = (intent: string) =>
    answeredField(answer?.intent === intent && !answer.isDone ? answer : undefined);
  const { owner, isOwnerChosen, assignees, labels } = staff;
  const others = people.filter(({ id }) => !assignees.some((person) => person.id === id));
  const unused = allLabels.filter(({ id }) => !labels.some((label) => label.id === id));
  return (
    <OrderSection id="order-staff" title={t('People')}>
      <div className="mt-3 grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line">
        {!isOwnerChosen && (
          <p className="text-[15px] text-ink-2">
            {owner
              ? t('{name} owns this order as the agent of the conversation.', { name: owner.name })
              : t('This order has no owner, because its conversation has no agent.')}
          </p>
        )}
        <ActionForm className="flex flex-wrap items-end gap-3" preventScrollReset>
          <div className="min-w-64 flex-1">
            <SelectField
              {...of('set-owner')('owner')}
              key={`${owner?.id} ${isOwnerChosen}`}
              label={t('Owner of the order')}
              defaultValue={isOwnerChosen ? (owner?.id ?? '') : ''}
              options={[
                { value: '', name: t('The agent of the conversation') },
                ...people.map(({ id, name }) => ({ value: id, name })),
              ]}
            />
          </div>
          <SubmitButton className="button button-line" name="intent" value="set-owner">
            {t('Save owner')}
          </SubmitButton>
        </ActionForm>
        <div className="grid gap-3">
          {assignees.length > 0 && (
            <ul aria-label={t('Assignees')} className="flex flex-wrap gap-x-5 gap-y-2">
              {assignees.map(({ id, name }) => (
                <li key={id} className="flex items-center gap-2">
                  <bdi>{name}</bdi>
                  <FormButton
                    fields={{ intent: 'unassign', assignee: id }}
                    aria-label={t('Remove {name}', { name })}
                  >
                    {t('Remove')}
                  </FormButton>
                </li>
              ))}
            </ul>
          )}
          {others.length > 0 && (
            <ActionForm
              key={assignees.map(({ id }) => id).join(' ')}
              className="flex flex-wrap items-end gap-3"
              preventScrollReset
            >
              <div className="min-w-52 flex-1">
                <SelectField
                  {...of('assign')('assignee')}
                  label={t('Assignee')}
                  options={others.map(({ id, name }) => ({ value: id, name }))}
                />
              </div>
              <SubmitButton className="button button-line" name="intent" value="assign">
                {t('Assign')}
              </SubmitButton>
              <p className="basis-full text-[14px] text-ink-2">
                {t('Assignees see the order and its conversation.')}
              </p>
            </ActionForm>
          )}
        </div>
        {allLabels.length > 0 && (
          <div className="grid gap-3">
            {labels.length > 0 && (
              <ul aria-label={t('Labels')} className="flex flex-wrap gap-x-5 gap-y-2">
                {labels.map(({ id, name, colour }) => (
                  <li key={id} className="flex items-center gap-2">
                    <Tag tone={colour}>{name}</Tag>
                    <FormButton
                      fields={{ intent: 'take-label', label: id }}
                      aria-label={t('Remove {name}', { name })}
                    >
                      {t('Remove')}
                    </FormButton>
                  </li>
                ))}
              </ul>
            )}
            {unused.length > 0 && (
              <ActionForm
                key={labels.map(({ id }) => id).join(' ')}
                className="flex flex-wrap items-end gap-3"
                preventScrollReset
              >
                <div className="min-w-52 flex-1">
                  <SelectField
                    {...of('put-label')('label')}
                    label={t('Label')}
                    options={unused.map(({ id, name }) => ({ value: id, name }))}
                  />
                </div>
                <SubmitButton className="button button-line" name="intent" value="put-label">
                  {t('Put label on order')}
                </SubmitButton>
              </ActionForm>
            )}
          </div>
        )}
      </div>
    </OrderSection>
  );
}

/** The part of the history that only the team sees. */
export function StaffChanges({ changes }: { readonly changes: readonly StaffChangeView[] }) {
  if (changes.length === 0) return null;
  return (
    <OrderSection id="order-staff-history" title={t('Changes of owner and assignees')}>
      <ol className="mt-3 grid gap-2.5">
        {changes.map(({ id, text, by, at }) => (
          <li key={id} className="flex flex-wrap gap-x-3 text-[15px]">
            <p dir="auto" className="min-w-0 flex-1 basis-60">
              <bdi className="font-semibold">{text}</bdi>
              {by && <span className="text-ink-2"> · {by}</span>}
            </p>
            <span className="text-[14px] text-ink-3 first-letter:uppercase">
              <Moment at={at} />
            </span>
          </li>
        ))}
      </ol>
    </OrderSection>
  );
}
