import {
  accountExistsMail,
  approvedMail,
  factorAddedMail,
  factorRemovedMail,
  factorsResetMail,
  invitationMail,
  passwordChangedMail,
  passwordResetMail,
  providerConnectedMail,
  providerDisconnectedMail,
  recoveryCodesMadeMail,
  recoveryCodeUsedMail,
  verificationMail,
} from '../../app/accounts/server/sign-in/team-mails.ts';
import { settingsTestMail } from '../../app/accounts/server/settings/send-test-mail.server.ts';
import { visitorWaitingMail } from '../../app/chat/server/assignment/notify-managers.server.ts';
import { confirmAddressMail } from '../../app/chat/server/email-verification/ask-confirmation.server.ts';
import { answersMail, linkMail } from '../../app/chat/server/email/visitor-mails.ts';
import { companyInvitationMail } from '../../app/clients/server/companies/invite.server.ts';
import { signInMail } from '../../app/clients/server/sign-in/ask-sign-in.server.ts';
import { refusedEmailMail } from '../../app/inbound-email/server/left-out/left-out.server.ts';
import { assignmentMail } from '../../app/notifications/server/mention/assignment-kind.server.ts';
import { orderNewsMail } from '../../app/notifications/server/mention/order-news-kind.server.ts';
import { mentionMail } from '../../app/notifications/server/mention/mention-kind.server.ts';
import { digestMail, testMail } from '../../app/notifications/server/push/notification-mails.ts';
import { orderCodeMail } from '../../app/orders/server/checkout/order-codes.server.ts';
import { invoiceMail } from '../../app/orders/server/invoices/mail-invoice.server.ts';
import { orderMail } from '../../app/orders/server/order/mail-order.server.ts';
import { paymentProblemMail } from '../../app/orders/server/refund/notify-managers.server.ts';
import { subscriptionMail } from '../../app/orders/server/subscription/mail-subscription.server.ts';
import type { ShopLanguages } from '../../app/platform/address-language.ts';
import type { EmailKind } from '../../app/platform/email/email-kinds.ts';
import type { MailMessage } from '../../app/platform/email/mail.ts';
import { storedText } from '../../app/platform/stored-message.ts';
import { confirmationMail } from '../../app/reviews/server/confirm-review.server.ts';

/** The texts that people type and that appear in emails. */
export interface TypedTexts {
  readonly brandName: string;
  readonly person: string;
  readonly message: string;
  readonly service: string;
  readonly company: string;
  readonly browser: string;
  readonly provider: string;
  readonly problem: string;
}

/** The same text in each place. */
export const typedEverywhere = (text: string): TypedTexts => ({
  brandName: text,
  person: text,
  message: text,
  service: text,
  company: text,
  browser: text,
  provider: text,
  problem: text,
});

export const SAMPLE_TO = 'elena.ruiz@northfold.example';
const TEAM = 'maya.okafor@embarka.example';
const TOKEN = 'x'.repeat(43);
const CODE = '482913';
const at = new Date('2026-06-12T10:00:00Z');
const ORDER = { number: 1001, amount: 35_700, currency: 'USD' } as const;
const INVOICE = {
  kind: 'invoice',
  number: 'INV-2026-0001',
  dueOn: '2026-06-26',
  grossAmount: 35_700,
  paidAt: null,
  voidedAt: null,
  document: { currency: 'USD', totals: { due: 35_700 } },
} as const;

type Sample = (typed: TypedTexts) => MailMessage;

/** One or more emails of each kind. `npm run emails` shows them, and `every-mail.test.ts` checks them. */
export const SAMPLES: Readonly<Record<EmailKind, Readonly<Record<string, Sample>>>> = {
  verification: {
    '': (typed) => verificationMail(by(typed), TEAM, TOKEN, { at, browser: typed.browser }),
  },
  'account-exists': { '': (typed) => accountExistsMail(by(typed), TEAM) },
  'password-reset': { '': (typed) => passwordResetMail(by(typed), TEAM, TOKEN) },
  'password-changed': { '': (typed) => passwordChangedMail(by(typed), TEAM) },
  'factor-added': { '': (typed) => factorAddedMail(by(typed), TEAM, storedText(typed.browser)) },
  'factor-removed': {
    '': (typed) => factorRemovedMail(by(typed), TEAM, storedText(typed.browser)),
  },
  'recovery-code-used': { '': (typed) => recoveryCodeUsedMail(by(typed), TEAM, 3) },
  'recovery-codes-made': { '': (typed) => recoveryCodesMadeMail(by(typed), TEAM) },
  'factors-reset': { '': (typed) => factorsResetMail(by(typed), TEAM) },
  'provider-connected': {
    '': (typed) => providerConnectedMail(by(typed), TEAM, typed.provider),
  },
  'provider-disconnected': { '': (typed) => providerDisconnectedMail(by(typed), TEAM) },
  'team-invitation': { '': (typed) => invitationMail(by(typed), TEAM, 'agent', TOKEN) },
  'account-approved': { '': (typed) => approvedMail(by(typed), TEAM, 'agent') },
  'settings-test': { '': (typed) => settingsTestMail(by(typed), TEAM) },
  'notification-test': { '': (typed) => testMail(by(typed), TEAM) },
  digest: {
    '': (typed) =>
      digestMail(by(typed), TEAM, {
        visitors: [{ visitorId: 'a', email: typed.person, unread: 2 }],
        visitorCount: 2,
        queueCount: 1,
        newestAt: at,
      }),
  },
  mention: {
    '': (typed) =>
      mentionMail(by(typed), TEAM, {
        noteId: 'n',
        visitorId: 'v',
        conversationId: 'c',
        email: SAMPLE_TO,
        authorName: typed.person,
        excerpt: typed.message,
        createdAt: at.toISOString(),
      }),
  },
  assignment: {
    '': (typed) => assignmentMail(by(typed), assigned(typed, false)),
    'as owner': (typed) => assignmentMail(by(typed), assigned(typed, true)),
  },
  'order-news': {
    '': (typed) =>
      orderNewsMail(by(typed), {
        memberId: 'm',
        email: TEAM,
        order: 'E-1001',
        event: 'pay',
        title: typed.service,
        total: '$300.00',
      }),
    'about comments': (typed) =>
      orderNewsMail(by(typed), {
        memberId: 'm',
        email: TEAM,
        order: 'E-1001',
        event: 'comment',
        title: typed.service,
        total: '$300.00',
      }),
  },
  'visitor-waiting': {
    '': (typed) => visitorWaitingMail(by(typed), TEAM, { visitorId: 'v', conversationId: 'c' }),
  },
  'refused-email': {
    '': (typed) => refusedEmailMail(by(typed), TEAM, { id: 'e', reason: 'refused' }),
    'of many': (typed) => refusedEmailMail(by(typed), TEAM, { id: 'e', reason: 'too many' }),
  },
  'payment-problem': {
    '': (typed) =>
      paymentProblemMail(by(typed), TEAM, {
        key: 'refund 1',
        number: 'E-1001',
        said: typed.problem,
      }),
  },
  'address-confirmation': {
    '': (typed) => confirmAddressMail(by(typed), SAMPLE_TO, TOKEN, CODE),
  },
  'chat-reply': {
    '': (typed) =>
      answersMail(
        by(typed),
        SAMPLE_TO,
        TOKEN,
        [{ text: typed.message, agentName: typed.person, fileNames: ['cover.pdf'] }],
        3,
        'support+0a@shop.example',
      ),
  },
  'chat-link': { '': (typed) => linkMail(by(typed), SAMPLE_TO, TOKEN) },
  'review-confirmation': {
    '': (typed) => confirmationMail(by(typed), SAMPLE_TO, typed.service, TOKEN),
  },
  'sign-in': {
    '': (typed) => signInMail(by(typed), SAMPLE_TO, { code: CODE, token: TOKEN, next: '/account' }),
  },
  'company-invitation': {
    '': (typed) =>
      companyInvitationMail(by(typed), SAMPLE_TO, {
        by: TEAM,
        permission: 'order',
        token: TOKEN,
      }),
  },
  'order-code': { '': (typed) => orderCodeMail(typed.brandName, SAMPLE_TO, CODE) },
  order: {
    placed: (typed) =>
      order(typed, {
        transition: 'place',
        said: typed.problem,
        due: { what: 'payment', day: '2026-06-26', isLate: false, isAtRisk: false },
        bankDetails: 'IBAN DE02 1203 0000 0000 2020 51\nBIC BYLADEM1001',
        ordered: {
          lines: [
            {
              title: typed.service,
              path: null,
              quantity: 2,
              unitAmount: 15_000,
              tax: {
                kind: 'rate',
                country: 'DE',
                name: 'VAT',
                rate: 19_000,
                isIncluded: false,
                base: 30_000,
                amount: 5700,
              },
            },
          ],
          coupon: null,
        },
      }),
    delivered: (typed) =>
      order(typed, {
        transition: 'deliver',
        said: typed.problem,
        why: typed.message,
        files: ['cover.pdf (2 MB)'],
      }),
  },
  invoice: {
    due: (typed) => invoiceMail(by(typed), SAMPLE_TO, ORDER, `/order/${TOKEN}`, INVOICE, false),
    reminder: (typed) => invoiceMail(by(typed), SAMPLE_TO, ORDER, `/order/${TOKEN}`, INVOICE, true),
    'credit note': (typed) =>
      invoiceMail(
        by(typed),
        SAMPLE_TO,
        ORDER,
        `/order/${TOKEN}`,
        { ...INVOICE, kind: 'credit-note', number: 'CN-2026-0001' },
        false,
      ),
  },
  subscription: {
    '': (typed) =>
      subscriptionMail(
        by(typed),
        SAMPLE_TO,
        { number: 12, terms: { service: { title: typed.service } } },
        `/subscription/${TOKEN}`,
        typed.problem,
      ),
  },
};

/** Every sample with its kind. Names are unique. */
export const SAMPLE_LIST = Object.entries(SAMPLES).flatMap(([kind, samples]) =>
  Object.entries(samples).map(([variant, write]) => ({
    kind,
    name: variant === '' ? kind : `${kind}, ${variant}`,
    write,
  })),
);

function by({ brandName }: TypedTexts) {
  const languages: ShopLanguages = { main: 'en', offered: ['en'] };
  return { origin: 'https://shop.example', brandName, languages };
}

function assigned({ person }: TypedTexts, isOwner: boolean) {
  return { memberId: 'm', email: TEAM, order: 'E-1001', isOwner, by: person };
}

function order(typed: TypedTexts, about: Parameters<typeof orderMail>[4]): MailMessage {
  return orderMail(by(typed), SAMPLE_TO, ORDER, `/order/${TOKEN}`, about);
}
