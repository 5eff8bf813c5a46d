import { t } from '../../i18n/translate.ts';
import { MESSAGE_MAX_LENGTH, SHORTCUT_MAX_LENGTH, replyTextField } from '../protocol/rules.ts';
import { LANGUAGES, type Language } from '../../platform/languages.ts';
import { nameOfLanguage } from '../../platform/name-of-language.ts';
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
  /** The languages that a reply can have a text of its own for. */
  readonly languages: readonly Language[];
  readonly answer: FormAnswer | undefined;
}

export function CannedReplies({ replies, mayShare, languages, answer }: CannedRepliesProps) {
  const shared = replies.filter((reply) => reply.isShared);
  const personal = replies.filter((reply) => !reply.isShared);
  return (
    <>
      <PageSection title={t('New reply')}>
        <NewReply answer={answer} mayShare={mayShare} languages={languages} />
      </PageSection>
      <PageSection title={t('For everyone')} count={shared.length}>
        <ReplyList
          replies={shared}
          isEditable={mayShare}
          languages={languages}
          empty={t('No shared replies yet.')}
        />
      </PageSection>
      <PageSection title={t('Only yours')} count={personal.length}>
        <ReplyList
          replies={personal}
          isEditable
          languages={languages}
          empty={t('You have no personal replies yet.')}
        />
      </PageSection>
    </>
  );
}

function NewReply({ answer, mayShare, languages }: Omit<CannedRepliesProps, 'replies'>) {
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
              { value: 'everybody', name: t('Everyone') },
              { value: 'me', name: t('Only me') },
            ]}
          />
        )}
      </div>
      <ReplyText error={errorAt('text')} text={typed?.text} />
      <LanguageTexts
        languages={languages}
        textOf={(language) => typed?.[replyTextField(language)]}
        errorOf={(language) => errorAt(replyTextField(language))}
      />
      <div>
        <SubmitButton>{t('Save canned reply')}</SubmitButton>
      </div>
    </ActionForm>
  );
}

function ReplyText({ error, text }: { error?: string | undefined; text?: string | undefined }) {
  return (
    <TextAreaField
      label={t('Reply text')}
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

interface LanguageTextsProps {
  readonly languages: readonly Language[];
  readonly textOf: (language: Language) => string | undefined;
  readonly errorOf?: (language: Language) => string | undefined;
}

function LanguageTexts({ languages, textOf, errorOf }: LanguageTextsProps) {
  return languages.map((each) => {
    const language = nameOfLanguage(each);
    return (
      <TextAreaField
        key={each}
        label={t('Text in {language}', { language })}
        name={replyTextField(each)}
        lang={each}
        rows={4}
        maxLength={MESSAGE_MAX_LENGTH}
        defaultValue={textOf(each)}
        hint={t('Used when the visitor writes in {language}. If empty, the reply above is used.', {
          language,
        })}
        error={errorOf?.(each)}
      />
    );
  });
}

interface ReplyListProps {
  readonly replies: readonly CannedReply[];
  readonly isEditable: boolean;
  readonly languages: readonly Language[];
  readonly empty: string;
}

function ReplyList({ replies, isEditable, languages, empty }: ReplyListProps) {
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
            <RepliesInLanguages reply={reply} languages={languages} />
          </div>
          {isEditable && (
            <ConfirmButton
              label={t('Delete')}
              accessibleLabel={t('Delete {name}', { name: `/${reply.shortcut}` })}
              question={t('Delete /{shortcut}?', { shortcut: reply.shortcut })}
              text={t("Messages already sent with it don't change.")}
            >
              <FormButton
                fields={{ intent: 'delete', id: reply.id }}
                className="button button-danger button-small"
              >
                {t('Delete')}
              </FormButton>
            </ConfirmButton>
          )}
          {isEditable && <EditReply reply={reply} languages={languages} />}
        </li>
      ))}
    </ul>
  );
}

interface EditReplyProps {
  readonly reply: CannedReply;
  readonly languages: readonly Language[];
}

/** The texts in other languages, also those that the shop no longer offers, and the missing ones. */
function RepliesInLanguages({ reply: { texts }, languages }: EditReplyProps) {
  const missing = languages.filter((language) => texts[language] === undefined);
  return (
    <>
      {LANGUAGES.map(
        (language) =>
          texts[language] !== undefined && (
            <p
              key={language}
              dir="auto"
              lang={language}
              className="mt-2 text-[15px] whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]"
            >
              {texts[language]}
            </p>
          ),
      )}
      {missing.length > 0 && (
        <p className="mt-1 text-[14px] text-ink-3">
          {t('No text in {language}', { language: missing.map(nameOfLanguage).join(', ') })}
        </p>
      )}
    </>
  );
}

function EditReply({ reply, languages }: EditReplyProps) {
  return (
    <RowDetails
      // The key closes the details after the saved reply has been reloaded.
      key={JSON.stringify([reply.shortcut, reply.text, reply.texts])}
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
        <LanguageTexts languages={languages} textOf={(language) => reply.texts[language]} />
        <div>
          <SubmitButton className="button button-line button-small">
            {t('Save changes')}
          </SubmitButton>
        </div>
      </ActionForm>
    </RowDetails>
  );
}
