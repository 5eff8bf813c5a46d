import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { NameFields, EmailField, NewPasswordFields } from '../../accounts/ui/account-fields.tsx';
import { describeMailFolder } from '../../accounts/ui/describe-mail-folder.ts';
import { msg, t, type Sentence } from '../../i18n/translate.ts';
import type { Language } from '../../platform/languages.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { ConfirmForm, FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { getStateLabel } from '../../orders/protocol/transitions.ts';
import type { TestOrder } from '../../orders/server/test-order/test-order.server.ts';
import { AnswerYourself } from './answer-yourself.tsx';
import type { ListedMethod } from '../server/list-payment-methods.server.ts';
import { PaymentMethods } from './payment-methods.tsx';
import type { Part, Step, StepId } from '../protocol/steps.ts';

const TITLES: Readonly<Record<StepId, { readonly title: Sentence; readonly why: Sentence }>> = {
  account: {
    title: msg('Your own account'),
    why: msg(
      'Only an account of your own can remove the demo accounts, and only you know its password.',
    ),
  },
  brand: {
    title: msg('Name and logo'),
    why: msg('They are on every page, invoice and email.'),
  },
  address: {
    title: msg('Address and tax'),
    why: msg('Invoices must name who sells, and tax that is on needs at least one rate.'),
  },
  payment: {
    title: msg('Payment method'),
    why: msg('Without one, the payment buttons of your shop lead nowhere.'),
  },
  email: {
    title: msg('Working email'),
    why: msg('Customers get codes, invoices and answers by email.'),
  },
  hours: {
    title: msg('Hours'),
    why: msg('Visitors see when they can expect an answer.'),
  },
  colleague: {
    title: msg('A colleague'),
    why: msg(
      'With two people, somebody can answer while you are away, and can let you in again. If you work alone, answer visitors yourself.',
    ),
  },
  service: {
    title: msg('Your own service'),
    why: msg('The shop begins with examples. Publish a service that you really sell.'),
  },
  order: {
    title: msg('A test order'),
    why: msg(
      'Follow an order as buyer and team: pay it with “Mark as paid”, deliver, and accept the delivery.',
    ),
  },
};

const PARTS: Readonly<Partial<Record<Part, { readonly to: string; readonly label: Sentence }>>> = {
  name: { to: '/team/settings?focus=BRAND_NAME#brand', label: msg('Set the name') },
  logo: { to: '/team/content/en_brand', label: msg('Upload the logo') },
  'postal-address': {
    to: '/team/settings?focus=POSTAL_ADDRESS#contact',
    label: msg('Enter the postal address'),
  },
  seller: {
    to: '/team/settings?focus=SELLER_NAME#tax',
    label: msg('Enter the seller'),
  },
  'tax-rates': { to: '/team/settings?focus=TAX#tax', label: msg('Add a tax rate') },
  payment: { to: '/team/settings?focus=PAYMENT_URL#payment', label: msg('Set the payment link') },
  hours: { to: '/team/settings?focus=SUPPORT_HOURS#hours', label: msg('Set the hours') },
  colleague: { to: '/team?focus=invite', label: msg('Invite a colleague') },
  service: { to: '/team/catalogue', label: msg('Open the catalogue') },
};

const LEGAL_PAGES = {
  privacy: msg('Privacy Policy'),
  terms: msg('Terms of Service'),
  refunds: msg('Refund Policy'),
  imprint: msg('Imprint'),
} as const;

interface GuideStepsProps {
  readonly steps: readonly Step[];
  readonly isDemoAccount: boolean;
  readonly testOrder: TestOrder | null;
  readonly mailTo: string;
  readonly paymentMethods: readonly ListedMethod[];
  /** Texts are edited in the language of the shop's visitors. */
  readonly language: Language;
  readonly answer: FormAnswer | undefined;
}

export function GuideSteps(props: GuideStepsProps) {
  const { steps, isDemoAccount, testOrder, mailTo, paymentMethods, language, answer } = props;
  return (
    <ol className="list-card mt-6">
      {steps.map((step) => (
        <li key={step.id} className="flex items-start gap-4 px-5 py-5" data-step={step.id}>
          <StepMark isDone={step.isDone} />
          <div className="min-w-0 flex-1">
            <h2 className="text-[19px] tracking-[-0.02em]">{t(TITLES[step.id].title)}</h2>
            <p className="mt-1 text-[15px] text-ink-2">{t(TITLES[step.id].why)}</p>
            <PartLinks missing={step.missing}>
              {step.id === 'colleague' && !step.isDone && !isDemoAccount && <AnswerYourself />}
            </PartLinks>
            {step.id === 'address' && <LegalLinks language={language} />}
            {step.id === 'account' && isDemoAccount && <OwnAccountForm answer={answer} />}
            {step.id === 'account' && !step.isDone && !isDemoAccount && (
              <p className="mt-2 text-[15px]">{t('Ask the admin to create one.')}</p>
            )}
            {step.id === 'payment' && (
              <div className="mt-3">
                <PaymentMethods methods={paymentMethods} />
              </div>
            )}
            {step.id === 'email' && <MailTest missing={step.missing} to={mailTo} />}
            {step.id === 'order' && <TestOrderActions order={testOrder} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

function LegalLinks({ language }: { readonly language: Language }) {
  return (
    <p className="mt-2 text-[15px]">
      {t('Check what your legal pages say. Some countries require an imprint.')}{' '}
      <span className="inline-flex flex-wrap gap-x-3">
        {Object.entries(LEGAL_PAGES).map(([kind, title]) => (
          <Link
            key={kind}
            to={`/team/content/${language}_${kind}`}
            className="link inline-flex min-h-6 items-center"
          >
            {t(title)}
          </Link>
        ))}
      </span>
    </p>
  );
}

function StepMark({ isDone }: { readonly isDone: boolean }) {
  return (
    <span className={isDone ? 'text-success' : 'text-ink-3'}>
      {isDone ? (
        <Icon name="check-circle-fill" size={26} />
      ) : (
        <span
          aria-hidden="true"
          className="block size-[24px] rounded-full border-2 border-current"
        />
      )}
      <span className="sr-only">{isDone ? t('Done') : t('To do')}</span>
    </span>
  );
}

interface PartLinksProps {
  readonly missing: readonly Part[];
  readonly children: ReactNode;
}

function PartLinks({ missing, children }: PartLinksProps) {
  const links = missing.flatMap((part) => PARTS[part] ?? []);
  if (links.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      {links.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className="button button-line button-small max-w-full whitespace-normal"
        >
          {t(label)}
        </Link>
      ))}
      {children}
    </div>
  );
}

function MailTest({ missing, to }: { readonly missing: readonly Part[]; readonly to: string }) {
  if (missing.includes('mail-server')) {
    return (
      <div className="mt-3 grid gap-2 text-[15px] [overflow-wrap:anywhere]">
        <p>{describeMailFolder()}</p>
        <p>
          {t(
            'Start the server with SMTP_URL and MAIL_FROM, for example SMTP_URL=smtps://user:password@mail.example.com.',
          )}
        </p>
      </div>
    );
  }
  return (
    <div className="mt-3">
      <FormButton fields={{ intent: 'test-mail' }}>{t('Send test email')}</FormButton>
      <p className="mt-2 text-[13.5px] text-ink-3">{t('The email goes to {to}.', { to })}</p>
    </div>
  );
}

/** The test order takes no invoice number and no coupon, and is in no report. */
function TestOrderActions({ order }: { readonly order: TestOrder | null }) {
  if (!order) {
    return (
      <div className="mt-3">
        <FormButton fields={{ intent: 'place-test' }}>{t('Place a test order')}</FormButton>
        <p className="mt-2 text-[13.5px] text-ink-3">
          {t('It takes no invoice number and is in no report. You get the emails of the buyer.')}
        </p>
      </div>
    );
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Chip tone="amber">{getStateLabel(order.state)}</Chip>
      <Link
        to={`/team/orders/${order.number}`}
        className="button button-line button-small max-w-full whitespace-normal"
      >
        {t('Open {number} as the team', { number: order.number })}
      </Link>
      <a
        href={order.path}
        target="_blank"
        rel="noopener"
        className="button button-line button-small max-w-full whitespace-normal"
      >
        {t('Open it as the buyer')}
      </a>
      <ConfirmForm
        fields={{ intent: 'remove-test' }}
        label={t('Remove the test order')}
        question={t('Remove the test order?')}
        text={t('It is deleted with its files, payments and events.')}
        doLabel={t('Remove it')}
      />
    </div>
  );
}

function OwnAccountForm({ answer }: { readonly answer: FormAnswer | undefined }) {
  const own = answer?.intent === 'own-account' ? answer : undefined;
  const about = { errorAt: fieldErrors(own), typed: own?.typed };
  return (
    <details className="mt-3" open={own !== undefined && !own.isDone}>
      <summary className="button button-line button-small max-w-full whitespace-normal">
        {t('Create your account')}
      </summary>
      <ActionForm className="mt-4 grid max-w-[448px] grid-cols-[minmax(0,1fr)] gap-[18px]">
        <HiddenFields fields={{ intent: 'own-account' }} />
        <NameFields {...about} />
        <EmailField {...about} />
        <NewPasswordFields {...about} />
        <SubmitButton>{t('Create account and sign out')}</SubmitButton>
        <p className="text-[13.5px] text-ink-3 [overflow-wrap:anywhere]">
          {t('You become an admin. Afterwards you sign in with your own address.')}
        </p>
      </ActionForm>
    </details>
  );
}
