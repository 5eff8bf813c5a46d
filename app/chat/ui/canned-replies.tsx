import { t } from '../../i18n/translate.ts';
import { MESSAGE_MAX_LENGTH, SHORTCUT_MAX_LENGTH } from '../protocol/rules.ts';
import type { CannedReply } from '../protocol/views.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/form/field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { RowDetails } from '../../ui/row-details.tsx';

interface CannedRepliesProps {
  readonly replies: readonly CannedReply[];
  readonly mayShare: boolean;
  readonly hasSpanish: boolean;
  readonly answer: FormAnswer | undefined;
}

export function CannedReplies({ replies, mayShare, hasSpanish, answer }: CannedRepliesProps) {
  const shared = replies.filter((reply) => reply.isShared);
  const personal = replies.filter((reply) => !reply.isShared);
  return (
    <>
      <PageSection title={t('New reply')}>
        <NewReply answer={answer} mayShare={mayShare} hasSpanish={hasSpanish} />
      </PageSection>
      <PageSection title={t('For everybody')} count={shared.length}>
        <ReplyList
          replies={shared}
          isEditable={mayShare}
          hasSpanish={hasSpanish}
          empty={t('Nobody has written one yet.')}
        />
      </PageSection>
      <PageSection title={t('Yours alone')} count={personal.length}>
        <ReplyList
          replies={personal}
          isEditable
          hasSpanish={hasSpanish}
          empty={t('You have not written one yet.')}
        />
      </PageSection>
    </>
  );
}

function NewReply({ answer, mayShare, hasSpanish }: Omit<CannedRepliesProps, 'replies'>) {
  const errorAt = fieldErrors(answer);
  // An answer with an id belongs to another form, in which a reply was changed.
  const typed = answer?.typed.id === undefined ? answer?.typed : undefined;
  return (
    <ActionForm
      // The key resets the form after each success, so that the fields are empty.
      key={answer?.isDone ? answer.message : 'form'}
      preventScrollReset
      className="grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <HiddenFields fields={{ intent: 'save' }} />
      <div className={`grid items-start gap-5 ${mayShare ? 'md:grid-cols-2' : ''}`}>
        <TextField
          label={t('Shortcut')}
          name="shortcut"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SHORTCUT_MAX_LENGTH + 1}
          hint={t('What you type after the slash, such as next-steps.')}
          required
          defaultValue={typed?.shortcut}
          error={errorAt('shortcut')}
        />
        {mayShare && (
          <SelectField
            label={t('For')}
            name="for"
            defaultValue={typed?.for}
            options={[
              { value: 'everybody', name: t('Everybody') },
              { value: 'me', name: t('Me alone') },
            ]}
          />
        )}
      </div>
      <ReplyText error={errorAt('text')} text={typed?.text} />
      {hasSpanish && <SpanishText text={typed?.spanish} />}
      <div>
        <SubmitButton>{t('Save reply')}</SubmitButton>
      </div>
    </ActionForm>
  );
}

function ReplyText({ error, text }: { error?: string | undefined; text?: string | undefined }) {
  return (
    <TextAreaField
      label={t('Reply')}
      name="text"
      rows={4}
      maxLength={MESSAGE_MAX_LENGTH}
      defaultValue={text}
      hint={t(
        "'{visitor}', '{agent}', '{service}' and '{price}' are filled in when you insert it.",
      )}
      required
      error={error}
    />
  );
}

function SpanishText({ text }: { text?: string | undefined }) {
  return (
    <TextAreaField
      label={t('The same in Spanish')}
      name="spanish"
      rows={4}
      maxLength={MESSAGE_MAX_LENGTH}
      defaultValue={text}
      hint={t('Inserted where the visitor writes in Spanish. Left empty, the reply above is.')}
    />
  );
}

interface ReplyListProps {
  readonly replies: readonly CannedReply[];
  readonly isEditable: boolean;
  readonly hasSpanish: boolean;
  readonly empty: string;
}

function ReplyList({ replies, isEditable, hasSpanish, empty }: ReplyListProps) {
  if (replies.length === 0) return <p className="text-ink-2">{empty}</p>;
  return (
    <ul className="list-card">
      {replies.map((reply) => (
        <li key={reply.id} data-testid="canned-reply" className="list-row">
          <div className="min-w-0 flex-1 basis-72 py-0.5">
            <p className="font-[650]">/{reply.shortcut}</p>
            <p
              dir="auto"
              className="text-[15px] whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
            >
              {reply.text}
            </p>
            {reply.spanish && (
              <p
                dir="auto"
                lang="es"
                className="mt-2 text-[15px] whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
              >
                {reply.spanish}
              </p>
            )}
            {hasSpanish && !reply.spanish && (
              <p className="mt-1 text-[14px] text-ink-3">{t('No Spanish text')}</p>
            )}
          </div>
          {isEditable && (
            <ConfirmButton
              label={t('Delete')}
              accessibleLabel={t('Delete {name}', { name: `/${reply.shortcut}` })}
              question={t('Delete /{shortcut}?', { shortcut: reply.shortcut })}
              text={t('Messages that were sent with it stay as they are.')}
            >
              <FormButton
                fields={{ intent: 'delete', id: reply.id }}
                className="button button-danger button-small"
              >
                {t('Delete')}
              </FormButton>
            </ConfirmButton>
          )}
          {isEditable && <EditReply reply={reply} hasSpanish={hasSpanish} />}
        </li>
      ))}
    </ul>
  );
}

function EditReply({ reply, hasSpanish }: { reply: CannedReply; hasSpanish: boolean }) {
  return (
    <RowDetails
      // The key closes the details after the saved reply has been reloaded.
      key={reply.shortcut + reply.text + (reply.spanish ?? '')}
      name={`/${reply.shortcut}`}
    >
      <ActionForm noValidate={false} preventScrollReset className="mt-2 grid gap-5 pb-3">
        <HiddenFields fields={{ intent: 'save', id: reply.id }} />
        <TextField
          label={t('Shortcut')}
          name="shortcut"
          autoComplete="off"
          maxLength={SHORTCUT_MAX_LENGTH + 1}
          defaultValue={reply.shortcut}
          required
        />
        <ReplyText text={reply.text} />
        {hasSpanish && <SpanishText text={reply.spanish ?? ''} />}
        <div>
          <SubmitButton className="button button-line button-small">
            {t('Save changes')}
          </SubmitButton>
        </div>
      </ActionForm>
    </RowDetails>
  );
}
