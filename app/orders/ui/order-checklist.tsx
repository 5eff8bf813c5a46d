import type { MemberName } from '../../accounts/protocol/member.ts';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { Chip, Tag } from '../../ui/chip.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { CheckboxField } from '../../ui/form/choice-field.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { ORDER_CHECKLIST, stampOf, type ChecklistItemView } from '../protocol/checklist.ts';
import { formatDay } from '../protocol/offer.ts';
import { OrderSection } from './order-section.tsx';
import { formatProgress, StepMark } from './order-steps.tsx';

interface OrderChecklistProps {
  /** The checklist of the service is copied then. */
  readonly hasStarted: boolean;
  readonly items: readonly ChecklistItemView[];
  /** The id of the next item, so that a form that is sent twice adds one. */
  readonly newItemId: string;
  readonly people: readonly MemberName[];
  readonly answer: FormAnswer | undefined;
}

/** The checklist of an order, with the forms that change it. */
export function OrderChecklist({
  hasStarted,
  items,
  newItemId,
  people,
  answer,
}: OrderChecklistProps) {
  // The page is loaded again whenever the order changes: the form is emptied only once its own item exists.
  const [formId, setFormId] = useState(newItemId);
  if (items.some(({ id }) => id === formId)) setFormId(newItemId);
  const refused = answer && !answer.isDone ? answer : undefined;
  const done = items.filter((item) => item.done !== null).length;
  return (
    <OrderSection id="order-checklist" title={t('Checklist')}>
      <div className="mt-3 grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line">
        {items.length === 0 ? (
          <p className="text-[15px] text-ink-2">
            {hasStarted
              ? t('This order has no checklist. Add the first step.')
              : t('The checklist of the service appears here when work starts.')}
          </p>
        ) : (
          <>
            <p className="text-[15px] text-ink-2">
              {formatProgress({ done, total: items.length })}
            </p>
            <ol className="grid">
              {items.map((item, index) => (
                <ChecklistItem
                  key={item.id}
                  item={item}
                  position={index + 1}
                  count={items.length}
                  people={people}
                  answer={
                    refused?.intent === 'edit-item' && refused.typed.item === item.id
                      ? refused
                      : undefined
                  }
                />
              ))}
            </ol>
          </>
        )}
        {items.length < ORDER_CHECKLIST.items && (
          <ActionForm
            key={formId}
            className="grid gap-4 border-t border-line pt-4"
            preventScrollReset
          >
            <HiddenFields fields={{ item: formId }} />
            <ItemFields
              people={people}
              label={t('New step')}
              answer={refused?.intent === 'add-item' ? refused : undefined}
            />
            <div>
              <SubmitButton className="button button-line" name="intent" value="add-item">
                {t('Add step')}
              </SubmitButton>
            </div>
          </ActionForm>
        )}
      </div>
    </OrderSection>
  );
}

interface ChecklistItemProps {
  readonly item: ChecklistItemView;
  readonly position: number;
  readonly count: number;
  readonly people: readonly MemberName[];
  /** Set if the form of this item was refused. */
  readonly answer: FormAnswer | undefined;
}

function ChecklistItem({ item, position, count, people, answer }: ChecklistItemProps) {
  const { id, title, done } = item;
  // While the form is open, a colleague's change must not replace what is being typed.
  const [isOpen, setIsOpen] = useState(answer !== undefined);
  const [edited, setEdited] = useState(item);
  if (!isOpen && edited !== item) setEdited(item);
  return (
    <li className="grid grid-cols-[auto_1fr] items-start gap-x-3 border-line py-2 not-first:border-t">
      <FormButton
        fields={{ intent: done ? 'untick-item' : 'tick-item', item: id }}
        className="icon-button"
        aria-label={
          done ? t('Mark as not done: {title}', { title }) : t('Mark as done: {title}', { title })
        }
      >
        <StepMark isDone={done !== null} />
      </FormButton>
      <div className="min-w-0 pt-2.5">
        <p
          dir="auto"
          className={`[overflow-wrap:anywhere] ${done ? 'text-ink-2 line-through' : 'font-semibold'}`}
        >
          {title}
        </p>
        <ItemState item={item} />
        <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary
            className="opener text-[15px] text-primary underline underline-offset-3"
            aria-label={t('Change step: {title}', { title })}
          >
            {t('Change')}
          </summary>
          <ActionForm
            key={JSON.stringify([edited.title, edited.dueOn, edited.assignee?.id, edited.isShown])}
            className="mt-2 grid gap-4"
            preventScrollReset
          >
            <HiddenFields
              fields={{ item: id, stamp: stampOfView(answer === undefined ? edited : item) }}
            />
            <ItemFields people={people} item={edited} label={t('Title')} answer={answer} />
            <div>
              <SubmitButton className="button button-line" name="intent" value="edit-item">
                {t('Save step')}
              </SubmitButton>
            </div>
          </ActionForm>
          <div className="mt-4 flex flex-wrap gap-2 pb-2">
            {position > 1 && (
              <FormButton
                fields={{ intent: 'move-item', item: id, to: String(position - 1) }}
                aria-label={t('Move up: {name}', { name: title })}
              >
                {t('Move up')}
              </FormButton>
            )}
            {position < count && (
              <FormButton
                fields={{ intent: 'move-item', item: id, to: String(position + 1) }}
                aria-label={t('Move down: {name}', { name: title })}
              >
                {t('Move down')}
              </FormButton>
            )}
            <FormButton
              fields={{ intent: 'remove-item', item: id }}
              aria-label={t('Remove {name}', { name: title })}
            >
              {t('Remove')}
            </FormButton>
          </div>
        </details>
      </div>
    </li>
  );
}

const stampOfView = (item: ChecklistItemView) =>
  stampOf({ ...item, assigneeId: item.assignee?.id ?? null });

/** The day, the assignee, and by whom and when the item was done. */
function ItemState({
  item: { assignee, dueOn, isLate, isShown, done },
}: Pick<ChecklistItemProps, 'item'>) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-[14px] text-ink-2">
      {isLate && <Chip tone="error">{t('Late')}</Chip>}
      {dueOn !== null && <span>{t('Due on {day}', { day: formatDay(dueOn) })}</span>}
      {assignee && <bdi>{assignee.name}</bdi>}
      {isShown && <Tag tone="blue">{t('Shown to the buyer')}</Tag>}
      {done && (
        <span>
          {done.by === null ? t('Done') : t('Done by {name}', { name: done.by })}{' '}
          <Moment at={done.at} />
        </span>
      )}
    </p>
  );
}

interface ItemFieldsProps {
  readonly people: readonly MemberName[];
  readonly label: string;
  readonly item?: ChecklistItemView;
  readonly answer: FormAnswer | undefined;
}

function ItemFields({ people, label, item, answer }: ItemFieldsProps) {
  const field = answeredField(answer);
  const isShown = answer ? answer.typed.isShown === 'yes' : (item?.isShown ?? false);
  const { assignee = null } = item ?? {};
  // An assignee who has left the team can stay until somebody else is chosen.
  const isGone = assignee !== null && !people.some(({ id }) => id === assignee.id);
  return (
    <>
      <TextField
        {...field('title')}
        label={label}
        defaultValue={field('title').defaultValue ?? item?.title}
        autoComplete="off"
      />
      <div className="form-row">
        <SelectField
          {...field('assignee')}
          label={t('Assignee')}
          defaultValue={field('assignee').defaultValue ?? assignee?.id ?? ''}
          options={[
            { value: '', name: t('Nobody') },
            ...(isGone ? [{ value: assignee.id, name: assignee.name }] : []),
            ...people.map(({ id, name }) => ({ value: id, name })),
          ]}
        />
        <TextField
          {...field('dueOn')}
          label={t('Due day')}
          type="date"
          defaultValue={field('dueOn').defaultValue ?? item?.dueOn ?? ''}
        />
      </div>
      <CheckboxField
        name="isShown"
        value="yes"
        label={t('Shown to the buyer')}
        defaultChecked={isShown}
      />
    </>
  );
}
