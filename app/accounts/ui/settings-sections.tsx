import { t, type Sentence, msg } from '../../i18n/translate.ts';
import { useEffect, useRef, type ReactNode } from 'react';
import {
  FORMATS,
  SEARCH_LANGUAGES,
  SECOND_FACTOR_FOR,
  DIRECT_ORDERS,
  TAX,
  TAX_PRICES,
  SIGN_UP,
} from '../../platform/changeable-settings.ts';
import { CURRENCIES } from '../../platform/currencies.ts';
import type { MailSetup } from '../server/settings/send-test-mail.server.ts';
import { topicOf, type TargetTopic } from '../protocol/setting-labels.ts';
import { HoursEditor } from './hours-editor.tsx';
import { ReverseChargeEditor, TaxRatesEditor, nameOfCountry, type Country } from './tax-editor.tsx';
import { LanguagesEditor } from './languages-editor.tsx';
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
  readonly text: Sentence;
  readonly fields: readonly (Omit<SettingFieldProps, 'page' | 'hint'> & {
    readonly hint?: Sentence;
  })[];
}

/** Sections that consist only of fields. */
const PLAIN = {
  brand: {
    text: msg('The name on every page and in every email.'),
    fields: [{ name: 'BRAND_NAME' }],
  },
  assignment: {
    text: msg(
      'Who visitors are assigned to. Agents can always take visitors and hand them over manually.',
    ),
    fields: [
      {
        name: 'CHAT_CAPACITY',
        unit: 'chats',
        hint: msg(
          "Applies to agents who have no limit of their own on the Desk page. Agents at their limit aren't assigned more visitors. When everyone is at their limit, visitors wait in the queue. Leave empty for no limit.",
        ),
      },
      {
        name: 'AGENT_AWAY_MINUTES',
        unit: 'minutes',
        hint: msg(
          'How long an agent can be disconnected before they count as away and the visitors waiting for them go to other agents.',
        ),
      },
    ],
  },
  search: {
    text: msg('Search in the portal finds every form of a word, based on the search language.'),
    fields: [
      {
        name: 'SEARCH_LANGUAGE',
        options: SEARCH_LANGUAGES,
        hint: msg(
          'The language most of your messages are written in. With “Simple”, words are found exactly as written. Existing messages follow within minutes.',
        ),
      },
    ],
  },
  'signing-in': {
    text: msg(
      'A second factor is an authenticator app or a passkey. Anyone can set one up. Members who are required to have one must set it up before they can do anything else.',
    ),
    fields: [
      {
        name: 'SECOND_FACTOR_FOR',
        options: SECOND_FACTOR_FOR,
        hint: msg(
          'Automatic: admins, starting seven days after one of them sets up a second factor. Managers: managers and admins. Support: support, managers and admins.',
        ),
      },
      {
        name: 'SIGN_UP',
        options: SIGN_UP,
        hint: msg(
          'Everyone: anyone can request an account, which an admin must approve. Invited: only invited people get one.',
        ),
      },
    ],
  },
  orders: {
    text: msg(
      "How long an order waits for the buyer. Days end at midnight in the shop's time zone.",
    ),
    fields: [
      {
        name: 'DIRECT_ORDERS',
        options: DIRECT_ORDERS,
        hint: msg(
          'On: Buyers can order services directly, unless a service is excluded in the catalogue. Off: Every order begins with an offer.',
        ),
      },
      {
        name: 'ORDER_PAYMENT_DAYS',
        unit: 'days',
        hint: msg("An order that isn't paid by then is cancelled."),
      },
      {
        name: 'ORDER_ACCEPTANCE_DAYS',
        unit: 'days',
        hint: msg(
          "If the buyer doesn't respond by then, the delivery is accepted and the order is completed. The buyer is notified beforehand, on the third and the sixth day, or earlier if the time is shorter.",
        ),
      },
    ],
  },
  widget: {
    text: msg(
      "Pages on these sites can show the chat in a frame. The shop's other pages can't be framed anywhere.",
    ),
    fields: [
      {
        name: 'WIDGET_ORIGINS',
        hint: msg(
          "For example https://www.example.com, separated by spaces. Leave empty for none. You'll find the code for their pages under API.",
        ),
      },
    ],
  },
  payment: {
    text: msg('How buyers pay. Open the payment link once yourself after changing it.'),
    fields: [
      { name: 'PAYMENT_URL', type: 'url' },
      {
        name: 'BANK_DETAILS',
        rows: 5,
        hint: msg(
          'For bank transfers. Shown with the order’s number as the reference: on unpaid orders and invoices, and in the emails about them.',
        ),
      },
    ],
  },
} as const satisfies Readonly<Record<string, PlainSection>>;

interface PlainSectionProps extends SectionProps {
  readonly id: keyof typeof PLAIN;
  /** Shown below the fields, for example by another module. */
  readonly children?: ReactNode;
}

export function PlainSection({ page, id, children }: PlainSectionProps) {
  const { text, fields }: PlainSection = PLAIN[id];
  return (
    <SettingsSection id={id} text={t(text)}>
      {fields.map(({ hint, ...field }) => (
        <SettingField key={field.name} page={page} {...field} hint={hint && t(hint)} />
      ))}
      {children}
    </SettingsSection>
  );
}

/** The seller is needed for the tax, and stands on receipts and invoices. */
export function TaxSection({
  page,
  countries,
}: SectionProps & { readonly countries: readonly Country[] }) {
  return (
    <SettingsSection
      id="tax"
      text={t(
        'Applies to new offers and orders. Existing orders keep the tax they were placed with.',
      )}
    >
      <SettingField
        page={page}
        name="TAX"
        options={TAX}
        hint={t('On: The order form asks for country and tax number, and totals show the tax.')}
      />
      <SettingField
        page={page}
        name="TAX_PRICES"
        options={TAX_PRICES}
        hint={t('How the prices of services, options and offers are meant.')}
      />
      <TaxRatesEditor page={page} countries={countries} />
      <ReverseChargeEditor page={page} countries={countries} />
      <SettingField page={page} name="SELLER_NAME" />
      <SettingField
        page={page}
        name="SELLER_ADDRESS"
        rows={4}
        hint={t('One line for each line of the address, without the country.')}
      />
      <SettingField
        page={page}
        name="SELLER_COUNTRY"
        options={['', ...countries.map(({ value }) => value)]}
        nameOf={(code) => nameOfCountry(code, countries)}
        hint={t('Buyers who state no country count as from there.')}
      />
      <SettingField
        page={page}
        name="SELLER_TAX_NUMBER"
        hint={t('A VAT ID with its country, such as DE123456789, or else your tax number.')}
      />
      <SettingField
        page={page}
        name="INVOICE_NUMBERS"
        hint={t(
          'Each invoice takes the next number, without gaps. With the year, numbers begin at 1 each year.',
        )}
      />
      <SettingField page={page} name="CREDIT_NOTE_NUMBERS" />
      <SettingField
        page={page}
        name="INVOICE_REMINDERS"
        hint={t(
          'Days after the due date on which the buyer of an unpaid invoice gets an email, such as 3, 10, 20. “off” for none.',
        )}
      />
    </SettingsSection>
  );
}

export function LanguagesSection({ page }: SectionProps) {
  return (
    <SettingsSection
      id="languages"
      text={t(
        'The languages visitors can use in the shop and the chat, and how prices are formatted. Team members choose their own language under Your account.',
      )}
    >
      <LanguagesEditor page={page} />
      <SettingField page={page} name="FORMATS" options={FORMATS} />
      <SettingField
        page={page}
        name="CURRENCY"
        options={CURRENCIES}
        hint={t(
          'Changing the currency keeps every amount: 80 stays 80. The change is a publication that can be undone. Offers and orders keep their currency, and so do services whose price has a currency of its own.',
        )}
      />
    </SettingsSection>
  );
}

export function ContactSection({ page, mail }: SectionProps & { readonly mail: MailSetup }) {
  return (
    <SettingsSection id="contact" text={t('Shown on the contact page and in the legal documents.')}>
      <SettingField
        page={page}
        name="SUPPORT_EMAIL"
        type="email"
        hint={
          mail.server === null
            ? t('Emails are sent from this address unless MAIL_FROM is set at startup.')
            : undefined
        }
      />
      <SettingField page={page} name="SUPPORT_PHONE" type="tel" />
      <SettingField page={page} name="POSTAL_ADDRESS" />
      <SettingField
        page={page}
        name="GOVERNING_STATE"
        hint={t(
          'As the terms name it: “the law of …”, such as Germany or the State of Maine, USA.',
        )}
      />
    </SettingsSection>
  );
}

export function HoursSection({
  page,
  timeZones,
}: SectionProps & { readonly timeZones: readonly string[] }) {
  return (
    <SettingsSection id="hours" text={t('Reports and waiting times only count chat hours.')}>
      <SettingField
        page={page}
        name="SUPPORT_TIMEZONE"
        options={timeZones}
        hint={t('Used for the hours below and for the days in reports.')}
      />
      <SettingField
        page={page}
        name="SUPPORT_HOURS"
        hint={t("The hours shown on the refund page. They don't close the chat.")}
      />
      <HoursEditor page={page} />
    </SettingsSection>
  );
}

export function AnswerTargetSection({ page }: SectionProps) {
  return (
    <SettingsSection
      id="answer-targets"
      text={t(
        'A wait that is longer than its topic’s target turns red in the list. If chat hours are set, only those hours count.',
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
    isHidden && t('No longer offered.'),
    isForOthers && t('Also applies to every topic without a target.'),
    minutes !== null &&
      t(
        '{count, plural, one {Under Content it has a target of # minute, which applies instead.} other {Under Content it has a target of # minutes, which applies instead.}}',
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
      text={t(
        'Data older than this is deleted automatically, every hour. It can only be restored from a backup. The privacy policy states the same periods.',
      )}
    >
      {answer?.question && <ExpiryQuestion ref={question} question={answer.question} />}
      <SettingField
        page={page}
        name="RETENTION_CHAT_DAYS"
        unit="days"
        hint={t(
          'Days from the end of a conversation until it is deleted with everything in it, along with visitors and browsers that have no other data. Leave empty to keep conversations.',
        )}
      />
      <SettingField
        page={page}
        name="RETENTION_REVIEW_EMAIL_DAYS"
        unit="days"
        hint={t(
          'Days from writing a review until its email address is deleted. The review stays. Leave empty to keep the addresses.',
        )}
      />
      <SettingField
        page={page}
        name="RETENTION_AUDIT_DAYS"
        unit="days"
        hint={t('Days until an audit log entry is deleted.')}
      />
      <SettingField
        page={page}
        name="RETENTION_INVOICE_DAYS"
        unit="days"
        hint={t(
          'Days until the invoices of a buyer whose data was erased are deleted. The law says how long they must be kept: 3653 days are ten years.',
        )}
      />
    </SettingsSection>
  );
}
