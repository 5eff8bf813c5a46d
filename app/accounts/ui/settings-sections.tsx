import { t, type Sentence, msg } from '../../i18n/translate.ts';
import { useEffect, useRef } from 'react';
import {
  FORMATS,
  MAIN_LANGUAGES,
  OFFERED_LANGUAGES,
  SEARCH_LANGUAGES,
  SECOND_FACTOR_FOR,
  SIGN_UP,
} from '../../platform/changeable-settings.ts';
import { CURRENCIES } from '../../platform/currencies.ts';
import type { MailSetup } from '../server/settings/send-test-mail.server.ts';
import { topicOf, type TargetTopic } from '../protocol/setting-labels.ts';
import { HoursEditor } from './hours-editor.tsx';
import {
  ExpiryQuestion,
  SettingField,
  SettingsSection,
  type SettingFieldProps,
  type SettingsOnPage,
} from './setting-field.tsx';

interface SectionProps {
  readonly page: SettingsOnPage;
}

interface PlainSection {
  readonly title: Sentence;
  readonly text: Sentence;
  readonly fields: readonly (Omit<SettingFieldProps, 'page' | 'hint'> & {
    readonly hint?: Sentence;
  })[];
}

/** Sections that consist only of fields. */
const PLAIN = {
  brand: {
    title: msg('Brand'),
    text: msg('The name on every page and in every mail.'),
    fields: [{ name: 'BRAND_NAME' }],
  },
  languages: {
    title: msg('Languages and money'),
    text: msg(
      'What visitors can read the shop and chat in, and how prices are written. Who works here chooses their language under Your account.',
    ),
    fields: [
      {
        name: 'SHOP_LANGUAGES',
        options: Object.keys(OFFERED_LANGUAGES),
        hint: msg(
          'With two, each page names the other, and its footer leads there. Nobody is sent to a language by what their browser says.',
        ),
      },
      {
        name: 'MAIN_LANGUAGE',
        options: Object.keys(MAIN_LANGUAGES),
        hint: msg('Of two: the one whose home page is at /. The other one’s is at /es or /en.'),
      },
      { name: 'FORMATS', options: FORMATS },
      {
        name: 'CURRENCY',
        options: CURRENCIES,
        hint: msg(
          'Another one changes no number: what costs 80 costs 80 of the new one, as a publication that can be undone. Offers and orders keep theirs, and so does a service whose price is in a currency of its own.',
        ),
      },
    ],
  },
  assignment: {
    title: msg('Assignment'),
    text: msg(
      'Who is given visitors. Taking them and handing them over by hand is always possible.',
    ),
    fields: [
      {
        name: 'CHAT_CAPACITY',
        unit: 'chats',
        hint: msg(
          'Of an agent who has no number of their own on the page Desk. Who has as many is given nobody; when everybody has, visitors wait in the queue. Empty: any number.',
        ),
      },
      {
        name: 'AGENT_AWAY_MINUTES',
        unit: 'minutes',
        hint: msg(
          'Without a connection, until an agent is away and the visitors who wait for them go to others.',
        ),
      },
    ],
  },
  search: {
    title: msg('Search'),
    text: msg('The team finds a word in any of its forms, as its language has them.'),
    fields: [
      {
        name: 'SEARCH_LANGUAGE',
        options: SEARCH_LANGUAGES,
        hint: msg(
          "Most of what is written to you is in it. With 'simple' words are found as they are written. Earlier messages follow within minutes.",
        ),
      },
    ],
  },
  'signing-in': {
    title: msg('Signing in'),
    text: msg(
      'A second factor is an authenticator app or a passkey. Everybody may have one; who needs one is led to set it up before anything else.',
    ),
    fields: [
      {
        name: 'SECOND_FACTOR_FOR',
        options: SECOND_FACTOR_FOR,
        hint: msg(
          'automatic: admins, seven days after any of them has set one up. managers: managers and admins. support: support, managers and admins.',
        ),
      },
      {
        name: 'SIGN_UP',
        options: SIGN_UP,
        hint: msg(
          'everybody: strangers may ask for an account, which waits for an admin. invited: only who was invited gets one.',
        ),
      },
    ],
  },
  orders: {
    title: msg('Orders'),
    text: msg(
      'How long an order waits for its buyer. Days end at midnight in the time zone of this shop.',
    ),
    fields: [
      {
        name: 'ORDER_PAYMENT_DAYS',
        unit: 'days',
        hint: msg('An order that is not paid by then is cancelled.'),
      },
      {
        name: 'ORDER_ACCEPTANCE_DAYS',
        unit: 'days',
        hint: msg(
          'A delivery that is not answered by then is accepted, and the order completed. The buyer is told before, on the third and the sixth day.',
        ),
      },
    ],
  },
  widget: {
    title: msg('Chat on other sites'),
    text: msg(
      'Pages of these sites may show the chat in a frame. Every other page of the shop stays unframeable everywhere.',
    ),
    fields: [
      {
        name: 'WIDGET_ORIGINS',
        hint: msg(
          'Such as https://www.example.com, with spaces between them; empty: none. What goes into their pages stands under API.',
        ),
      },
    ],
  },
  payment: {
    title: msg('Payment'),
    text: msg('Where the buttons that pay lead. Open it once yourself after a change.'),
    fields: [{ name: 'PAYMENT_URL', type: 'url' }],
  },
} as const satisfies Readonly<Record<string, PlainSection>>;

export function PlainSection({ page, id }: SectionProps & { readonly id: keyof typeof PLAIN }) {
  const { title, text, fields }: PlainSection = PLAIN[id];
  return (
    <SettingsSection id={id} title={t(title)} text={t(text)}>
      {fields.map(({ hint, ...field }) => (
        <SettingField key={field.name} page={page} {...field} hint={hint && t(hint)} />
      ))}
    </SettingsSection>
  );
}

export function ContactSection({ page, mail }: SectionProps & { readonly mail: MailSetup }) {
  return (
    <SettingsSection
      id="contact"
      title={t('Contact')}
      text={t('On the contact page and in the legal documents.')}
    >
      <SettingField
        page={page}
        name="SUPPORT_EMAIL"
        type="email"
        hint={
          mail.server === null
            ? t('Mails come from this address unless MAIL_FROM is set at start.')
            : undefined
        }
      />
      <SettingField page={page} name="SUPPORT_PHONE" type="tel" />
      <SettingField page={page} name="POSTAL_ADDRESS" />
      <SettingField
        page={page}
        name="GOVERNING_STATE"
        hint={t('The state whose law governs the terms.')}
      />
    </SettingsSection>
  );
}

export function HoursSection({
  page,
  timeZones,
}: SectionProps & { readonly timeZones: readonly string[] }) {
  return (
    <SettingsSection
      id="hours"
      title={t('Hours')}
      text={t('Reports and waiting times count the hours of the chat alone.')}
    >
      <SettingField
        page={page}
        name="SUPPORT_TIMEZONE"
        options={timeZones}
        hint={t('For the hours below and for the days of reports.')}
      />
      <SettingField
        page={page}
        name="SUPPORT_HOURS"
        hint={t('As the refund page says them. They do not close the chat.')}
      />
      <HoursEditor page={page} />
    </SettingsSection>
  );
}

export function AnswerTargetSection({ page }: SectionProps) {
  return (
    <SettingsSection
      id="answer-targets"
      title={t('Answer targets')}
      text={t(
        'A wait that has lasted longer than its topic’s target turns red in the list. Where there are chat hours, they alone count.',
      )}
    >
      {ANSWER_TARGETS.map((name) => (
        <SettingField
          key={name}
          page={page}
          name={name}
          unit="minutes"
          hint={describeTopicTarget(topicOf(name, page.topics))}
        />
      ))}
    </SettingsSection>
  );
}

/** Explains whether and to which chats a topic's setting applies. */
function describeTopicTarget(topic: TargetTopic | undefined): string | undefined {
  if (!topic) return undefined;
  const { minutes, isHidden, isForOthers } = topic;
  const said = [
    isHidden && t('Not offered any more.'),
    isForOthers && t('Also for every topic that has no target.'),
    minutes !== null &&
      t(
        'Under Content it has {count, plural, one {# minute, which counts} other {# minutes, which count}}.',
        { count: minutes },
      ),
  ].filter(Boolean);
  return said.join(' ');
}

const ANSWER_TARGETS = [
  'ANSWER_TARGET_SUPPORT',
  'ANSWER_TARGET_SALES',
  'ANSWER_TARGET_ORDERS',
  'ANSWER_TARGET_GENERAL',
] as const;

/** Asks before a retention period becomes shorter, and focuses the question. */
export function ExpirySection({ page }: SectionProps) {
  const { answer } = page;
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => question.current?.focus(), [answer]);
  return (
    <SettingsSection
      id="retention"
      title={t('Retention')}
      text={t(
        'After so many days something is deleted by itself, every hour. It cannot be brought back but from a backup. The privacy policy says the same.',
      )}
    >
      {answer?.question && <ExpiryQuestion ref={question} question={answer.question} />}
      <SettingField
        page={page}
        name="RETENTION_CHAT_DAYS"
        unit="days"
        hint={t(
          'Days after a conversation ended, until it is deleted with everything in it, and with visitors and browsers that have nothing else. Empty: kept.',
        )}
      />
      <SettingField
        page={page}
        name="RETENTION_REVIEW_EMAIL_DAYS"
        unit="days"
        hint={t(
          'Days after a review was written, until its email address is deleted. The review stays. Empty: kept.',
        )}
      />
      <SettingField
        page={page}
        name="RETENTION_AUDIT_DAYS"
        unit="days"
        hint={t('Days until an entry of the audit log is deleted.')}
      />
    </SettingsSection>
  );
}
