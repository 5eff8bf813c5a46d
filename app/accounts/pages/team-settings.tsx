import { Rich } from '../../ui/rich.tsx';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t, languageNow } from '../../i18n/translate.ts';
import { OTHER_TOPIC } from '../../chat/protocol/rules.ts';
import { DraftsSection } from '../../assistant/ui/drafts-section.tsx';
import { isSettingName, type SettingName } from '../../platform/changeable-settings.ts';
import { listCountries } from '../../platform/list-countries.ts';
import { readSavedSettings } from '../../platform/live-settings.server.ts';
import { describeIntake } from '../../inbound-email/server/describe-intake.server.ts';
import { IntakeSection } from '../../inbound-email/ui/intake-section.tsx';
import {
  describeMailSetup,
  type MailSetup,
  type MailTest,
} from '../server/settings/send-test-mail.server.ts';
import { getSettingLabel } from '../protocol/setting-labels.ts';
import { listPaymentMethods } from '../../setup-guide/server/list-payment-methods.server.ts';
import { PaymentMethods } from '../../setup-guide/ui/payment-methods.tsx';
import { requirePlace } from '../../http/member.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-settings.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { runSettingsAction } from './settings-actions.server.ts';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Link } from 'react-router';
import { foldText } from '../../platform/fold-text.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import {
  AnswerTargetSection,
  ContactSection,
  HoursSection,
  LanguagesSection,
  PlainSection,
  ExpirySection,
  TaxSection,
} from '../ui/settings-sections.tsx';
import { describeMailFolder } from '../ui/describe-mail-folder.ts';
import { SETTINGS_SECTIONS, SettingsSection, type SettingsOnPage } from '../ui/setting-field.tsx';

export const handle = {
  messages: await loadMessages(
    'accounts-team',
    'inbound-email-team',
    'assistant-team',
    'setup-guide-team',
  ),
};

interface MailSectionProps {
  readonly mail: MailSetup;
  readonly to: string;
  readonly test: MailTest | undefined;
}

interface SettingsFormProps {
  readonly page: SettingsOnPage;
  readonly mail: MailSetup;
  /** The settings of inbound email, which another module renders. */
  readonly incoming: ReactNode;
  readonly timeZones: readonly string[];
  readonly countries: ReturnType<typeof listCountries>;
  /** The instructions for suggested replies, which another module renders. */
  readonly drafts: ReactNode;
  /** The payment methods that buyers have, which another module renders. */
  readonly payment: ReactNode;
  readonly testMailTo: string;
  /** The names of the settings that were reset before a redirect. */
  readonly reset: readonly SettingName[];
}

export const loader = pageAt('/team/settings', async ({ appContext, member, request }) => {
  const { db, settings, settingsAtStart, catalogue } = appContext;
  const { texts, changedAt } = await readSavedSettings(db);
  const query = new URL(request.url).searchParams;
  const topics = catalogue.words.allTopics(languageNow()).map(({ id, name, minutes, isHidden }) => {
    return { id, name, minutes, isHidden, isForOthers: id === OTHER_TOPIC };
  });
  return {
    topics,
    current: { ...settingsAtStart, ...texts },
    atStart: settingsAtStart,
    changedAt: Object.fromEntries(
      Object.entries(changedAt).map(([name, at]) => [name, at.toISOString()]),
    ),
    mail: describeMailSetup(settings),
    intake: await describeIntake(db, settings),
    model: settings.model && { name: settings.model.name, host: new URL(settings.model.url).host },
    paymentMethods: listPaymentMethods(settings),
    timeZones: Intl.supportedValuesOf('timeZone'),
    countries: listCountries(),
    saved: namesIn(query.get('saved')),
    reset: namesIn(query.get('reset')),
    testMailTo: member.email,
    focused: readFocused(query.get('focus')),
  };
});

function readFocused(name: string | null): SettingName | undefined {
  return name !== null && isSettingName(name) ? name : undefined;
}

/** `names` comes from the URL, which anybody can forge, so unknown names are ignored. */
function namesIn(names: string | null): SettingName[] {
  return (names ?? '').split(',').filter(isSettingName);
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = await requirePlace(context, request, '/team/settings');
  return runSettingsAction(context, session, request);
}

export default function TeamSettings({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { intake, model, paymentMethods, reset, mail, timeZones, countries, testMailTo, ...shown } =
    loaderData;
  const page = { ...shown, answer };
  return (
    <MemberPage
      title={t('Settings')}
      lead={t('How the marketplace presents itself, when it is open and how long it keeps data.')}
    >
      <SettingsForm
        page={page}
        incoming={<IntakeSection page={page} intake={intake} />}
        payment={<PaymentMethods methods={paymentMethods} />}
        drafts={<DraftsSection page={page} model={model} />}
        {...{ reset, mail, timeZones, countries, testMailTo }}
      />
    </MemberPage>
  );
}

function SettingsForm(props: SettingsFormProps) {
  const { page, mail, incoming, timeZones, countries, drafts, payment, testMailTo, reset } = props;
  const { answer } = page;
  const form = useRef<HTMLFormElement>(null);
  return (
    <>
      <p className="mt-6 max-w-[44em] text-[15px] text-ink-2">
        {t(
          "Each setting uses its default from the server's environment until you save a value here. Saved values apply immediately, in every process.",
        )}{' '}
        <Rich
          text={t(
            'The <link>setup guide</link> lists what a shop needs, and removes the demo data.',
          )}
          parts={{
            link: <Link to="/team/setup" className="link" />,
          }}
        />{' '}
        {/* A block of its own, so that a late web font does not move words between lines. */}
        <span className="block">
          <Rich
            text={t('The <link>audit log</link> records who changed what.')}
            parts={{
              link: <Link to="/team/audit" className="link" />,
            }}
          />
        </span>
      </p>
      <SectionFinder form={form} answer={answer} />
      <ActionForm
        ref={form}
        action="/team/settings"
        // The saved fields say so themselves.
        preventScrollReset
        // Keeps a focused field from being hidden by the bar at the bottom.
        className="mt-2 [&_:is(a,button,input,select)]:scroll-mb-28"
      >
        {/* Enter submits a form with its first button, which would otherwise be one that resets a setting. */}
        <button
          type="submit"
          name="intent"
          value="save"
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
        >
          {t('Save')}
        </button>
        <PlainSection page={page} id="brand">
          <p className="text-[15px] text-ink-2">
            <Rich
              text={t(
                'Change the logo and the brand colour of the light and dark theme under <link>Content → Brand</link>.',
              )}
              parts={{ link: <Link to="/team/content/en_brand" className="link" /> }}
            />
          </p>
        </PlainSection>
        <LanguagesSection page={page} />
        <ContactSection page={page} mail={mail} />
        <HoursSection page={page} timeZones={timeZones} />
        <PlainSection page={page} id="assignment" />
        <PlainSection page={page} id="widget" />
        <PlainSection page={page} id="search" />
        {drafts}
        <AnswerTargetSection page={page} />
        <PlainSection page={page} id="payment">
          {payment}
        </PlainSection>
        <PlainSection page={page} id="signing-in" />
        <PlainSection page={page} id="orders" />
        <TaxSection page={page} countries={countries} />
        <ExpirySection page={page} />
        <MailSection mail={mail} to={testMailTo} test={answer?.mailTest} />
        {incoming}
        <SettingsSection id="replies" text={t('Answers that everyone on the team can insert.')}>
          <p>
            <Link to="/canned-replies" className="button button-line button-small">
              {t('Edit canned replies')}
            </Link>
          </p>
        </SettingsSection>
        <div className="form-bar sticky bottom-(--bar) z-10 -mx-5 mt-10 flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line bg-canvas px-5 py-3.5">
          <SubmitButton name="intent" value="save">
            {t('Save changes')}
          </SubmitButton>
          <p className="text-[14px] text-ink-2 max-md:hidden">
            {t('Saves all sections of this page.')}
          </p>
          {/* The page is long, so its answer is where the button is. */}
          <Outcome page={page} reset={reset} form={form} />
        </div>
      </ActionForm>
    </>
  );
}

function Outcome({
  page: { answer, saved, topics },
  reset,
  form,
}: Pick<SettingsFormProps, 'page' | 'reset'> & Pick<SectionFinderProps, 'form'>) {
  const list = (names: readonly SettingName[]) =>
    names.map((name) => getSettingLabel(name, topics)).join(', ');
  const faults = answer ? Object.keys(answer.faults).length + (answer.rateFault ? 1 : 0) : 0;
  const showFirst = () =>
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  return (
    <div className="max-h-40 min-w-0 overflow-y-auto empty:hidden">
      {answer?.message !== undefined && (
        <AnswerNotice answer={{ ...answer, message: answer.message }} />
      )}
      {!answer && saved.length > 0 && (
        <Notice kind="success">
          {t('Saved: {saved}. The change applies everywhere from now on.', { saved: list(saved) })}
        </Notice>
      )}
      {!answer && reset.length > 0 && (
        <Notice kind="success">{t('Default restored: {reset}.', { reset: list(reset) })}</Notice>
      )}
      {faults > 0 && (
        <button
          type="button"
          className="link needs-script min-h-11 text-[15px]"
          onClick={showFirst}
        >
          {t(
            '{count, plural, one {Show the marked field} other {Show the first of # marked fields}}',
            {
              count: faults,
            },
          )}
        </button>
      )}
    </div>
  );
}

interface SectionFinderProps {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly answer: SettingsOnPage['answer'];
}

/** Leads to the sections, and hides those that do not contain what somebody searches for. */
function SectionFinder({ form, answer }: SectionFinderProps) {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<ReadonlySet<string>>();
  // A refused field may be in a section that is hidden.
  useEffect(() => setQuery(''), [answer]);
  useEffect(() => {
    const wanted = foldText(query).trim();
    const sections = [...(form.current?.querySelectorAll<HTMLElement>('section[id]') ?? [])];
    for (const section of sections) {
      section.hidden = wanted !== '' && !foldText(section.textContent).includes(wanted);
    }
    const shown = sections.filter(({ hidden }) => !hidden).map(({ id }) => id);
    setFound(wanted === '' ? undefined : new Set(shown));
  }, [form, query]);
  const links = Object.entries(SETTINGS_SECTIONS).filter(([id]) => found?.has(id) ?? true);
  return (
    <search className="mt-8 block rounded-card bg-surface p-4 ring-1 ring-line">
      <div className="needs-script mb-3 max-w-md">
        <TextField
          label={t('Find a setting')}
          type="search"
          autoComplete="off"
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      </div>
      <nav aria-label={t('Sections')}>
        <ul className="flex flex-wrap gap-x-5">
          {links.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} className="link flex min-h-11 items-center text-[15px]">
                {t(title)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p role="status" className="text-[15px] text-ink-2">
        {found?.size === 0 && t('No setting contains these words.')}
      </p>
    </search>
  );
}

function describeServer({
  address,
  isEncrypted,
  hasLogin,
}: NonNullable<MailSetup['server']>): string {
  if (isEncrypted) {
    return hasLogin
      ? t('{address}, always encrypted, with username and password', { address })
      : t('{address}, always encrypted, without a password', { address });
  }
  return hasLogin
    ? t('{address}, encrypted if the server supports it, with username and password', { address })
    : t('{address}, encrypted if the server supports it, without a password', { address });
}

/** Shows the email configuration without secrets, which stay in the environment. */
function MailSection({ mail: { server, from }, to, test }: MailSectionProps) {
  return (
    <SettingsSection
      id="mail"
      text={t(
        'Configured at startup with SMTP_URL and MAIL_FROM, because they contain a password.',
      )}
    >
      <dl className="grid gap-x-6 gap-y-1.5 [overflow-wrap:anywhere] sm:grid-cols-[8rem_minmax(0,1fr)]">
        <dt className="font-semibold">{t('Mail server')}</dt>
        <dd>{server ? describeServer(server) : describeMailFolder()}</dd>
        <dt className="font-semibold max-sm:mt-2">{t('Sender')}</dt>
        <dd>{from}</dd>
      </dl>
      {test && <Notice kind={test.isDone ? 'success' : 'error'}>{test.message}</Notice>}
      <div>
        <SubmitButton
          name="intent"
          value="test-mail"
          className="button button-line button-small"
          formAction="/team/settings#mail"
        >
          {t('Send test email')}
        </SubmitButton>
        <p className="mt-2 text-[13.5px] text-ink-3">{t('The email goes to {to}.', { to })}</p>
      </div>
    </SettingsSection>
  );
}
