import { Rich } from '../../ui/rich.tsx';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { readOwnAvailability } from '../server/members/availability.server.ts';
import { isAnswering } from '../server/members/who-gets-visitors.server.ts';
import { getRoleLabel } from '../protocol/roles.ts';
import { readFactors } from '../server/factors/read-factors.server.ts';
import { readTotpOffer } from '../server/factors/totp.server.ts';
import { readSessions, type SessionView } from '../server/sessions/sessions.server.ts';
import { readIdentities, type IdentityView } from '../server/openid/identities.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/account.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { may } from '../protocol/permissions.ts';
import {
  languagesForTeam,
  ownNameOf,
  teamLanguageOf,
  type Language,
} from '../../platform/languages.ts';
import { SelectField, PasswordField } from '../../ui/form/field.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { NewPasswordFields } from '../ui/account-fields.tsx';
import { Factors, type AccountAnswer, type FactorsOnPage } from '../ui/factors.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';

export const handle = { messages: await loadMessages('accounts-team') };

interface ProvidersOnPage {
  readonly provider: string | null;
  readonly identities: readonly IdentityView[];
  readonly isConnected: boolean;
}

interface AvailabilityOnPage {
  /** True for managers and admins, who choose whether they answer visitors. */
  readonly isChosen: boolean;
  readonly isAnswering: boolean;
  readonly acceptsChats: boolean;
}

interface AccountSettingsProps {
  readonly availability: AvailabilityOnPage;
  readonly language: Language | null;
  readonly shopLanguage: Language;
  readonly sessions: readonly SessionView[];
  readonly factors: FactorsOnPage;
  readonly providers: ProvidersOnPage;
  readonly answer: AccountAnswer | undefined;
}

export { action } from './account-actions.server.ts';

export const loader = pageAt(
  '/team/account',
  async ({ appContext, member, sessionId, request }) => {
    const { db, clock, settings } = appContext;
    const [{ acceptsChats, answersVisitors }, sessions, factors, offer, identities] =
      await Promise.all([
        readOwnAvailability(db, member.id),
        readSessions(db, clock, member.id, sessionId),
        readFactors(db, member.id),
        readTotpOffer(db, clock, member, settings.brandName),
        readIdentities(db, member.id),
      ]);
    const query = new URL(request.url).searchParams;
    const providers = {
      provider: settings.openId?.name ?? null,
      identities,
      isConnected: query.has('connected'),
    };
    const onPage = { ...factors, offer, isNeeded: query.has('needed') };
    const shopLanguage = teamLanguageOf(settings.languages.main);
    const availability = {
      isChosen: may(member, 'choose-to-answer'),
      isAnswering: isAnswering({ role: member.role, answersVisitors }),
      acceptsChats,
    };
    return { member, shopLanguage, availability, sessions, factors: onPage, providers };
  },
);

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { member, shopLanguage, availability, sessions, factors, providers } = loaderData;
  return (
    <MemberPage
      title={t('Your account')}
      lead={
        <>
          {/* Non-breaking spaces keep a dot from beginning a line. */}
          <bdi className="max-md:block">{member.fullName}</bdi>
          <span className="max-md:hidden">&nbsp;· </span>
          {member.email}&nbsp;· {getRoleLabel(member.role)}
        </>
      }
    >
      <AccountSettings
        availability={availability}
        language={member.language ?? null}
        shopLanguage={shopLanguage}
        sessions={sessions}
        factors={factors}
        providers={providers}
        answer={actionData}
      />
    </MemberPage>
  );
}

function AccountSettings({
  availability,
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
          <Notice kind="success">{t('Account connected. You can now sign in with it.')}</Notice>
        </div>
      )}
      <Availability {...availability} />
      <PageSection title={t('Language')}>
        <LanguageForm language={language} shopLanguage={shopLanguage} />
      </PageSection>
      <Factors factors={factors} answer={answer} />
      <Providers providers={providers} />
      <Sessions sessions={sessions} />
      <PageSection title={t('Password')}>
        <PasswordForm answer={answer} />
      </PageSection>
    </>
  );
}

function Availability({ isChosen, isAnswering: answers, acceptsChats }: AvailabilityOnPage) {
  return (
    <PageSection title={t('Availability')}>
      <div className="grid gap-4">
        {isChosen && (
          <ActionForm preventScrollReset className={AVAILABILITY_ROW}>
            <HiddenFields
              fields={{ intent: 'answer-visitors', answersVisitors: answers ? 'no' : 'yes' }}
            />
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {answers && <Chip tone="success">{t('Answers visitors')}</Chip>}
              {answers
                ? t('Visitors are assigned to you, as to an agent.')
                : t(
                    "You don't answer visitors. If you start, new ones are assigned to you, as to an agent.",
                  )}
            </p>
            <SubmitButton className="button button-line button-small">
              {answers ? t('Stop answering visitors') : t('Answer visitors')}
            </SubmitButton>
          </ActionForm>
        )}
        {answers && (
          <ActionForm preventScrollReset className={AVAILABILITY_ROW}>
            <HiddenFields
              fields={{ intent: 'availability', acceptsChats: acceptsChats ? 'no' : 'yes' }}
            />
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {acceptsChats ? (
                <Chip tone="success">{t('Accepting chats')}</Chip>
              ) : (
                <Chip tone="amber">{t('Away')}</Chip>
              )}
              {acceptsChats
                ? t('New visitors are assigned to you.')
                : t('No new visitors are assigned to you.')}
            </p>
            <SubmitButton className="button button-line button-small">
              {acceptsChats ? t('Stop accepting chats') : t('Accept chats')}
            </SubmitButton>
          </ActionForm>
        )}
      </div>
    </PageSection>
  );
}

const AVAILABILITY_ROW =
  'flex flex-wrap items-center justify-between gap-4 rounded-card bg-surface p-5 ring-1 ring-line';

function LanguageForm({
  language,
  shopLanguage,
}: Pick<AccountSettingsProps, 'language' | 'shopLanguage'>) {
  // A choice of an earlier version stays selected, even if the language is no longer complete.
  const choices = [...new Set([...languagesForTeam(), ...(language === null ? [] : [language])])];
  return (
    <ActionForm
      preventScrollReset
      className="flex flex-wrap items-end justify-between gap-4 rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <HiddenFields fields={{ intent: 'language' }} />
      <div className="min-w-0 flex-1 basis-72">
        <SelectField
          label={t('Portal and email language')}
          name="language"
          defaultValue={language ?? ''}
          options={[
            {
              value: '',
              name: t('Same as the shop: {language}', { language: ownNameOf(shopLanguage) }),
            },
            ...choices.map((each) => ({ value: each, name: ownNameOf(each) })),
          ]}
        />
      </div>
      <SubmitButton className="button button-line button-small">{t('Save language')}</SubmitButton>
    </ActionForm>
  );
}

function Sessions({ sessions }: { sessions: readonly SessionView[] }) {
  return (
    <PageSection title={t('Signed in')} count={sessions.length}>
      <ul className="list-card">
        {sessions.map(({ id, browser, address, since, isCurrent }) => (
          <li key={id} data-testid="session" className="list-row flex-nowrap justify-between">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-[650]">
                {browser} {isCurrent && <Chip tone="success">{t('This browser')}</Chip>}
              </p>
              <p className="text-[14px] text-ink-2">
                <Rich text={t('Since <time/>')} parts={{ time: <Moment at={since} /> }} />
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
              <FormButton
                fields={{ intent: 'end-session', id }}
                aria-label={t('Sign out {browser}', { browser })}
              >
                {t('Sign out')}
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
        {t('Sign out everywhere')}
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
        label={t('Current password')}
        name="current"
        autoComplete="current-password"
        required
        error={errorAt('current')}
      />
      <NewPasswordFields errorAt={errorAt} isReplacement />
      <SubmitButton>{t('Change password')}</SubmitButton>
    </ActionForm>
  );
}

function Providers({
  providers: { provider, identities },
}: {
  readonly providers: ProvidersOnPage;
}) {
  if (provider === null && identities.length === 0) return null;
  return (
    <PageSection title={t('Connected accounts')}>
      <div className="list-card">
        {identities.map((identity) => (
          <Identity key={`${identity.issuer} ${identity.subject}`} identity={identity} />
        ))}
        {provider !== null && (
          <div className="list-row justify-between">
            <p className="min-w-0 flex-1 text-[15px] text-ink-2">
              {t('Connect an account at {provider} to sign in without your password.', {
                provider,
              })}
            </p>
            <FormButton fields={{ intent: 'connect-provider' }}>
              {t('Connect {provider}', { provider })}
            </FormButton>
          </div>
        )}
      </div>
    </PageSection>
  );
}

function Identity({ identity }: { readonly identity: IdentityView }) {
  const { issuer, subject, email, since, usedAt } = identity;
  const name = email ?? subject;
  return (
    <div className="list-row justify-between">
      <div className="min-w-0">
        <p className="font-[650] [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p dir="auto" className="text-[14px] [overflow-wrap:anywhere] text-ink-2">
          {new URL(issuer).host}
          {' · '}
          <Rich text={t('Since <time/>')} parts={{ time: <Moment at={since} /> }} />
          {usedAt !== null && (
            <>
              {' '}
              {'· '}
              <Rich text={t('Last used <time/>')} parts={{ time: <Moment at={usedAt} /> }} />
            </>
          )}
        </p>
      </div>
      <FormButton
        fields={{ intent: 'disconnect-provider', issuer, subject }}
        aria-label={t('Disconnect {name}', { name })}
      >
        {t('Disconnect')}
      </FormButton>
    </div>
  );
}
