import { say } from '../../platform/say.ts';
import { may } from '../protocol/permissions.ts';
import type { Role } from '../protocol/roles.ts';
import type { SessionView } from '../server/sessions/sessions.server.ts';
import { LANGUAGES, type Language } from '../../platform/languages.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { NewPasswordFields } from './account-fields.tsx';
import { Factors, type AccountAnswer, type FactorsOnPage } from './factors.tsx';
import { Providers, type ProvidersOnPage } from './providers.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';

interface AccountSettingsProps {
  readonly role: Role;
  readonly acceptsChats: boolean;
  readonly language: Language | null;
  readonly shopLanguage: Language;
  readonly sessions: readonly SessionView[];
  readonly factors: FactorsOnPage;
  readonly providers: ProvidersOnPage;
  readonly answer: AccountAnswer | undefined;
}

export function AccountSettings({
  role,
  acceptsChats,
  language,
  shopLanguage,
  sessions,
  factors,
  providers,
  answer,
}: AccountSettingsProps) {
  return (
    <>
      <AnswerNotice answer={answer} className="mt-6" />
      {!answer && providers.isConnected && (
        <div className="mt-6">
          <Notice kind="success">{say('It is connected: it lets you in from now on.')}</Notice>
        </div>
      )}
      {may({ role }, 'answer-visitors') && (
        <PageSection title={say('Availability')}>
          <ActionForm
            preventScrollReset
            className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-surface p-5 ring-1 ring-line"
          >
            <HiddenFields
              fields={{ intent: 'availability', acceptsChats: acceptsChats ? 'no' : 'yes' }}
            />
            <p className="flex items-center gap-3">
              {acceptsChats ? (
                <Chip tone="success">{say('Accepting')}</Chip>
              ) : (
                <Chip tone="amber">{say('Away')}</Chip>
              )}
              {acceptsChats
                ? say('New visitors come to you.')
                : say('No new visitors come to you.')}
            </p>
            <SubmitButton className="button button-line button-small">
              {acceptsChats ? say('Stop accepting chats') : say('Accept chats')}
            </SubmitButton>
          </ActionForm>
        </PageSection>
      )}
      <PageSection title={say('Language')}>
        <LanguageForm language={language} shopLanguage={shopLanguage} />
      </PageSection>
      <Factors factors={factors} answer={answer} />
      <Providers providers={providers} />
      <Sessions sessions={sessions} />
      <PageSection title={say('Password')}>
        <PasswordForm answer={answer} />
      </PageSection>
    </>
  );
}

/** Languages are written in their own language, so that everybody can find theirs. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

function LanguageForm({
  language,
  shopLanguage,
}: Pick<AccountSettingsProps, 'language' | 'shopLanguage'>) {
  return (
    <ActionForm
      preventScrollReset
      className="flex flex-wrap items-end justify-between gap-4 rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <HiddenFields fields={{ intent: 'language' }} />
      <div className="min-w-0 flex-1 basis-72">
        <SelectField
          label={say('The team’s pages and your mails')}
          name="language"
          defaultValue={language ?? ''}
          options={[
            {
              value: '',
              name: say('As the shop: {language}', { language: LANGUAGE_NAMES[shopLanguage] }),
            },
            ...LANGUAGES.map((each) => ({ value: each, name: LANGUAGE_NAMES[each] })),
          ]}
        />
      </div>
      <SubmitButton className="button button-line button-small">
        {say('Save language')}
      </SubmitButton>
    </ActionForm>
  );
}

function Sessions({ sessions }: { sessions: readonly SessionView[] }) {
  return (
    <PageSection title={say('Signed in')} count={sessions.length}>
      <ul className="list-card">
        {sessions.map(({ id, browser, address, since, isCurrent }) => (
          <li key={id} data-testid="session" className="list-row flex-nowrap justify-between">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-[650]">
                {browser} {isCurrent && <Chip tone="success">{say('This browser')}</Chip>}
              </p>
              <p className="text-[14px] text-ink-2">
                {say('since')} <Moment at={since} />
                {address && (
                  // Starts a new line on phones, so that a late web font does not change the number of lines.
                  <span className="max-md:block">
                    <span className="max-md:hidden"> · </span>
                    {address}
                  </span>
                )}
              </p>
            </div>
            {!isCurrent && (
              <FormButton fields={{ intent: 'end-session', id }}>
                {say('Sign out')}
                <span className="sr-only"> {browser}</span>
              </FormButton>
            )}
          </li>
        ))}
      </ul>
      <FormButton
        fields={{ intent: 'sign-out-everywhere' }}
        formClassName="mt-4"
        preventScrollReset={false}
      >
        {say('Sign out everywhere')}
      </FormButton>
    </PageSection>
  );
}

function PasswordForm({ answer }: { answer: FormAnswer | undefined }) {
  const errorAt = fieldErrors(answer);
  return (
    <ActionForm
      key={answer?.isDone ? 'sent' : 'form'}
      preventScrollReset
      className="grid max-w-[448px] gap-[22px] rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <HiddenFields fields={{ intent: 'password' }} />
      {/* Password managers use this field to assign the password to the account. */}
      <input type="hidden" name="username" autoComplete="username" />
      <PasswordField
        label={say('Current password')}
        name="current"
        autoComplete="current-password"
        required
        error={errorAt('current')}
      />
      <NewPasswordFields errorAt={errorAt} label={say('New password')} />
      <SubmitButton>{say('Change password')}</SubmitButton>
    </ActionForm>
  );
}
