import type { MemberName } from '../../accounts/protocol/member.ts';
import { useRef, useState } from 'react';
import type { NoteView } from '../../chat/protocol/views.ts';
import { t } from '../../i18n/translate.ts';
import { Moment } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { SelectField, TextAreaField } from '../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { OrderSection } from './order-section.tsx';

interface OrderNotesProps {
  /** The oldest first. */
  readonly notes: readonly NoteView[];
  /** The key of the next note, so that a form that is sent twice adds one. */
  readonly newNoteKey: string;
  /** Everybody who can be mentioned. */
  readonly colleagues: readonly MemberName[];
  readonly answer: FormAnswer | undefined;
}

/** The private notes of the order's conversation, and a form for the next one. */
export function OrderNotes({ notes, newNoteKey, colleagues, answer }: OrderNotesProps) {
  const words = useRef<HTMLTextAreaElement>(null);
  const refused = answer?.intent === 'add-note' && !answer.isDone ? answer : undefined;
  const field = answeredField(refused);
  // The page is loaded again whenever the order changes: the form is emptied only once its own note is saved.
  const [form, setForm] = useState({ key: newNoteKey, savedBy: answer });
  const isSaved = answer?.intent === 'add-note' && answer.isDone;
  if (isSaved && answer !== form.savedBy) setForm({ key: newNoteKey, savedBy: answer });
  const mention = (name: string) => {
    const area = words.current;
    if (!area || name === '') return;
    area.setRangeText(`@${name} `, area.selectionStart, area.selectionEnd, 'end');
    area.focus();
  };
  return (
    <OrderSection id="order-notes" title={t('Notes')}>
      <div className="mt-3 grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line">
        <p className="text-[15px] text-ink-2">
          {t(
            'Only the team sees notes. They also appear in the conversation. Write @ and a name to ask a colleague.',
          )}
        </p>
        {notes.length > 0 && (
          <ol className="grid gap-4">
            {notes.map(({ id, authorName, createdAt, text }) => (
              <li key={id}>
                <p className="text-[14px] text-ink-3">
                  <bdi className="font-semibold text-ink">
                    {authorName ?? t('Former colleague')}
                  </bdi>
                  {' · '}
                  <Moment at={createdAt} />
                </p>
                <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
                  {text}
                </p>
              </li>
            ))}
          </ol>
        )}
        <ActionForm key={form.key} className="grid gap-4" preventScrollReset>
          <HiddenFields fields={{ key: form.key }} />
          <TextAreaField {...field('note')} ref={words} label={t('New note')} rows={3} />
          <div className="needs-script">
            <SelectField
              label={t('Mention a colleague')}
              value=""
              onChange={({ currentTarget }) => mention(currentTarget.value)}
              options={[
                { value: '', name: t('Choose a colleague') },
                ...colleagues.map(({ name }) => ({ value: name, name })),
              ]}
            />
          </div>
          <div>
            <SubmitButton className="button button-line" name="intent" value="add-note">
              {t('Add note')}
            </SubmitButton>
          </div>
        </ActionForm>
      </div>
    </OrderSection>
  );
}
