import { t, tDynamic, tPlural } from '../../platform/translate.ts';
import type { SettingName } from '../../platform/changeable-settings.ts';

export const SETTING_LABELS: Readonly<Record<SettingName, string>> = {
  BRAND_NAME: 'Brand name',
  SHOP_LANGUAGES: 'Languages of the shop',
  MAIN_LANGUAGE: 'Main language',
  FORMATS: 'Numbers, money and dates',
  CURRENCY: 'Currency',
  SUPPORT_EMAIL: 'Support email',
  SUPPORT_PHONE: 'Phone',
  POSTAL_ADDRESS: 'Postal address',
  GOVERNING_STATE: 'Governing state',
  SUPPORT_TIMEZONE: 'Time zone',
  SUPPORT_HOURS: 'Support hours',
  CHAT_HOURS: 'Chat hours',
  SEARCH_LANGUAGE: 'Language of the search',
  CHAT_CAPACITY: 'Chats at once',
  AGENT_AWAY_MINUTES: 'Away after',
  ANSWER_TARGET_SUPPORT: 'Answer target',
  ANSWER_TARGET_SALES: 'Answer target',
  ANSWER_TARGET_ORDERS: 'Answer target',
  ANSWER_TARGET_GENERAL: 'Answer target',
  SECOND_FACTOR_FOR: 'Second factor needed by',
  SIGN_UP: 'Who may sign up',
  CONVERSATIONS_BY_MAIL: 'Conversations by mail',
  ANSWER_DRAFTS: 'Drafts by a model',
  WIDGET_ORIGINS: 'Sites that may show the chat',
  PAYMENT_URL: 'Payment link',
  ORDER_PAYMENT_DAYS: 'Days to pay',
  ORDER_ACCEPTANCE_DAYS: 'Days to accept a delivery',
  RETENTION_CHAT_DAYS: 'Conversations',
  RETENTION_REVIEW_EMAIL_DAYS: 'Addresses of reviews',
  RETENTION_AUDIT_DAYS: 'Audit log',
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
  if (!topic) return tDynamic(SETTING_LABELS[name]);
  return t('Answer target: {topic}', { topic: topic.name });
}

const EMPTY: Readonly<Partial<Record<SettingName, string>>> = {
  CHAT_HOURS: 'always open',
  CHAT_CAPACITY: 'any number',
  WIDGET_ORIGINS: 'none',
  RETENTION_CHAT_DAYS: 'kept',
  RETENTION_REVIEW_EMAIL_DAYS: 'kept',
};

export function formatSettingValue(name: SettingName, text: string): string {
  if (text === '') return tDynamic(EMPTY[name] ?? 'nothing');
  if (name === 'AGENT_AWAY_MINUTES' || name.startsWith('ANSWER_TARGET_')) {
    return tPlural(Number(text), '{count} minute|{count} minutes');
  }
  if (isPeriod(name) || name.startsWith('ORDER_')) {
    return tPlural(Number(text), '{count} day|{count} days');
  }
  return text;
}

export const PERIODS = [
  'RETENTION_CHAT_DAYS',
  'RETENTION_REVIEW_EMAIL_DAYS',
  'RETENTION_AUDIT_DAYS',
] as const satisfies readonly SettingName[];

export type Period = (typeof PERIODS)[number];

export function isPeriod(name: SettingName): name is Period {
  return PERIODS.some((period) => period === name);
}
