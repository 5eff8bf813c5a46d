import { t, msg, type Sentence } from '../../i18n/translate.ts';
import type { SettingName } from '../../platform/changeable-settings.ts';
import { ownNameOf } from '../../platform/languages.ts';
import { readShopLanguages } from '../../platform/shop-languages.ts';

export const SETTING_LABELS: Readonly<Record<SettingName, Sentence>> = {
  BRAND_NAME: msg('Brand name'),
  SHOP_LANGUAGES: msg('Shop languages'),
  FORMATS: msg('Numbers, money and dates'),
  CURRENCY: msg('Currency'),
  SUPPORT_EMAIL: msg('Support email'),
  SUPPORT_PHONE: msg('Phone'),
  POSTAL_ADDRESS: msg('Postal address'),
  GOVERNING_STATE: msg('Governing law'),
  SUPPORT_TIMEZONE: msg('Time zone'),
  SUPPORT_HOURS: msg('Support hours'),
  CHAT_HOURS: msg('Chat hours'),
  SEARCH_LANGUAGE: msg('Search language'),
  CHAT_CAPACITY: msg('Default chat limit'),
  AGENT_AWAY_MINUTES: msg('Away after'),
  ANSWER_TARGET_SUPPORT: msg('Answer target'),
  ANSWER_TARGET_SALES: msg('Answer target'),
  ANSWER_TARGET_ORDERS: msg('Answer target'),
  ANSWER_TARGET_GENERAL: msg('Answer target'),
  SECOND_FACTOR_FOR: msg('Second factor required for'),
  SIGN_UP: msg('Who can sign up'),
  CONVERSATIONS_BY_MAIL: msg('Conversations by mail'),
  ANSWER_DRAFTS: msg('Drafts by a model'),
  WIDGET_ORIGINS: msg('Sites that can show the chat'),
  PAYMENT_URL: msg('Payment link'),
  BANK_DETAILS: msg('Bank details'),
  DIRECT_ORDERS: msg('Orders without an offer'),
  TAX: msg('Tax'),
  TAX_PRICES: msg('Prices'),
  TAX_RATES: msg('Tax rates'),
  REVERSE_CHARGE_COUNTRIES: msg('Countries with reverse charge'),
  SELLER_NAME: msg("Seller's name"),
  SELLER_ADDRESS: msg("Seller's address"),
  SELLER_COUNTRY: msg("Seller's country"),
  SELLER_TAX_NUMBER: msg("Seller's tax number"),
  INVOICE_NUMBERS: msg('Numbers of invoices'),
  CREDIT_NOTE_NUMBERS: msg('Numbers of credit notes'),
  INVOICE_REMINDERS: msg('Payment reminders'),
  ORDER_PAYMENT_DAYS: msg('Days to pay'),
  ORDER_ACCEPTANCE_DAYS: msg('Days to accept a delivery'),
  RETENTION_CHAT_DAYS: msg('Conversations'),
  RETENTION_REVIEW_EMAIL_DAYS: msg("Reviewers' email addresses"),
  RETENTION_AUDIT_DAYS: msg('Audit log'),
  RETENTION_INVOICE_DAYS: msg('Invoices of erased buyers'),
};

/** The data of a topic that the answer targets need. The name is content and can change. */
export interface TargetTopic {
  readonly id: string;
  readonly name: string;
  /** The topic's own target, which overrides the setting. */
  readonly minutes: number | null;
  readonly isHidden: boolean;
  readonly isForOthers: boolean;
}

const TOPIC_IDS: Readonly<Partial<Record<SettingName, string>>> = {
  ANSWER_TARGET_SUPPORT: 'support',
  ANSWER_TARGET_SALES: 'sales',
  ANSWER_TARGET_ORDERS: 'orders',
  ANSWER_TARGET_GENERAL: 'general',
};

export function topicOf(
  name: SettingName,
  topics: readonly TargetTopic[],
): TargetTopic | undefined {
  return topics.find(({ id }) => id === TOPIC_IDS[name]);
}

/** Includes the current name of the topic. */
export function getSettingLabel(name: SettingName, topics: readonly TargetTopic[]): string {
  const topic = topicOf(name, topics);
  if (!topic) return t(SETTING_LABELS[name]);
  return t('Answer target: {topic}', { topic: topic.name });
}

const EMPTY: Readonly<Partial<Record<SettingName, Sentence>>> = {
  CHAT_HOURS: msg('always open'),
  CHAT_CAPACITY: msg('no limit'),
  WIDGET_ORIGINS: msg('none'),
  TAX_RATES: msg('none'),
  REVERSE_CHARGE_COUNTRIES: msg('none'),
  RETENTION_CHAT_DAYS: msg('kept'),
  RETENTION_REVIEW_EMAIL_DAYS: msg('kept'),
};

export function formatSettingValue(name: SettingName, text: string): string {
  if (text === '') return t(EMPTY[name] ?? msg('empty'));
  if (name === 'SHOP_LANGUAGES') {
    return readShopLanguages(text)?.languages.map(ownNameOf).join(', ') ?? text;
  }
  if (name === 'AGENT_AWAY_MINUTES' || name.startsWith('ANSWER_TARGET_')) {
    return t('{count, plural, one {# minute} other {# minutes}}', { count: Number(text) });
  }
  if (isPeriod(name) || name.startsWith('ORDER_')) {
    return t('{count, plural, one {# day} other {# days}}', { count: Number(text) });
  }
  return text;
}

export const PERIODS = [
  'RETENTION_CHAT_DAYS',
  'RETENTION_REVIEW_EMAIL_DAYS',
  'RETENTION_AUDIT_DAYS',
  'RETENTION_INVOICE_DAYS',
] as const satisfies readonly SettingName[];

export type Period = (typeof PERIODS)[number];

export function isPeriod(name: SettingName): name is Period {
  return PERIODS.some((period) => period === name);
}
