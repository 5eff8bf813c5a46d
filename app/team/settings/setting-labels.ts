import { say, sayAny, sayCounted } from '../../platform/say.ts';
import type { SettingName } from '../../platform/changeable-settings.ts';

/** What each setting is called where people read it. */
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

/** A topic as far as its target is concerned: what it is called is content, and changes. */
export interface TargetTopic {
  readonly id: string;
  readonly name: string;
  /** Its own target, which stands over what the settings say. */
  readonly minutes: number | null;
  readonly isHidden: boolean;
  /** Whether its setting is also that of topics without one. */
  readonly isForOthers: boolean;
}

const TOPIC_IDS: Readonly<Partial<Record<SettingName, string>>> = {
  ANSWER_TARGET_SUPPORT: 'support',
  ANSWER_TARGET_SALES: 'sales',
  ANSWER_TARGET_ORDERS: 'orders',
  ANSWER_TARGET_GENERAL: 'general',
};

/** The topic whose target a setting is. */
export function topicOf(
  name: SettingName,
  topics: readonly TargetTopic[],
): TargetTopic | undefined {
  return topics.find(({ id }) => id === TOPIC_IDS[name]);
}

/** What a setting is called while the topics have these names. */
export function sayLabel(name: SettingName, topics: readonly TargetTopic[]): string {
  const topic = topicOf(name, topics);
  if (!topic) return sayAny(SETTING_LABELS[name]);
  return say('Answer target: {topic}', { topic: topic.name });
}

const EMPTY: Readonly<Partial<Record<SettingName, string>>> = {
  CHAT_HOURS: 'always open',
  CHAT_CAPACITY: 'any number',
  WIDGET_ORIGINS: 'none',
  RETENTION_CHAT_DAYS: 'kept',
  RETENTION_REVIEW_EMAIL_DAYS: 'kept',
};

/** A value in words, for sentences about it. */
export function sayValue(name: SettingName, text: string): string {
  if (text === '') return sayAny(EMPTY[name] ?? 'nothing');
  if (name === 'AGENT_AWAY_MINUTES' || name.startsWith('ANSWER_TARGET_')) {
    return sayCounted(Number(text), '{count} minute|{count} minutes');
  }
  if (isPeriod(name) || name.startsWith('ORDER_')) {
    return sayCounted(Number(text), '{count} day|{count} days');
  }
  return text;
}

/** The settings that decide what is deleted. */
export const PERIODS = [
  'RETENTION_CHAT_DAYS',
  'RETENTION_REVIEW_EMAIL_DAYS',
  'RETENTION_AUDIT_DAYS',
] as const satisfies readonly SettingName[];

export type Period = (typeof PERIODS)[number];

export function isPeriod(name: SettingName): name is Period {
  return PERIODS.some((period) => period === name);
}
