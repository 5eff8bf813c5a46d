import { t } from '../i18n/translate.ts';

/** The requests that a subscription includes in each period, for example '5 articles'. */
export interface IncludedRequests {
  /** 0 means that the service includes none. */
  readonly perPeriod: number;
  /** At most this many can be open at the same time. */
  readonly concurrent: number;
  /** Completes the number, for example 'articles'. '' means 'requests'. */
  readonly label: string;
}

export const NO_REQUESTS: IncludedRequests = { perPeriod: 0, concurrent: 1, label: '' };

/** An example is '5 articles'. */
export function formatRequestCount(count: number, { label }: IncludedRequests): string {
  return label === ''
    ? t('{count, plural, one {# request} other {# requests}}', { count })
    : t('{count} {label}', { count, label });
}
