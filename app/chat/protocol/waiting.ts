import type { Settings } from '../../platform/settings.server.ts';
import { openingsBetween, type WeeklyHours } from '../../platform/weekly-hours.ts';
import { OTHER_TOPIC } from './rules.ts';
import { t } from '../../i18n/translate.ts';
import { formatDuration } from '../../platform/format-quantity.ts';

/** The rules by which all screens judge waits (rule 142). */
export interface WaitRules {
  /** The answer targets in minutes by topic id. */
  readonly targets: Readonly<Record<string, number>>;
  /** Null means that every minute counts. */
  readonly hours: WeeklyHours | null;
}

/** The target of a topic takes precedence over the settings. */
export function waitRulesOf(
  settings: Pick<Settings, 'answerTargets' | 'chatHours'>,
  topics: readonly { readonly id: string; readonly minutes: number | null }[],
): WaitRules {
  const own = topics.flatMap(({ id, minutes }) => (minutes === null ? [] : [[id, minutes]]));
  return {
    targets: { ...settings.answerTargets, ...Object.fromEntries(own) },
    hours: settings.chatHours ?? null,
  };
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Formats a wait: 'now', '12 min', '1 h 5 min', '2 d'. */
export function formatWait(ms: number): string {
  return ms < MINUTE_MS ? t('now') : formatDuration(ms / 1000);
}

export function isLate({ targets }: WaitRules, topicId: string | null, ms: number): boolean {
  const minutes = topicId === null ? undefined : (targets[topicId] ?? targets[OTHER_TOPIC]);
  return minutes !== undefined && ms > minutes * MINUTE_MS;
}

/** Openings are precomputed for this period. Earlier parts of a longer wait do not count. */
const CACHE_MS = 90 * DAY_MINUTES * MINUTE_MS;
const AHEAD_MS = DAY_MINUTES * MINUTE_MS;

/**
 * Measures waits in chat hours. Openings are computed once a day and not per wait, because an inbox with
 * thousands of entries updates every few seconds.
 */
export class WaitMeter {
  readonly #hours: WeeklyHours | null;
  #until = 0;
  #starts: number[] = [];
  #ends: number[] = [];
  #before: number[] = [];

  constructor({ hours }: WaitRules) {
    this.#hours = hours;
  }

  between(since: Date, now: Date): number {
    if (!this.#hours) return Math.max(0, now.getTime() - since.getTime());
    if (now.getTime() >= this.#until) this.#workOut(this.#hours, now);
    return Math.max(0, this.#openUntil(now.getTime()) - this.#openUntil(since.getTime()));
  }

  #workOut(hours: WeeklyHours, now: Date): void {
    this.#until = now.getTime() + AHEAD_MS;
    const from = new Date(now.getTime() - CACHE_MS);
    const openings = openingsBetween(hours, from, new Date(this.#until));
    this.#starts = openings.map((opening) => opening.from);
    this.#ends = openings.map((opening) => opening.to);
    let sum = 0;
    this.#before = openings.map(({ from: begin, to }) => (sum += to - begin) - (to - begin));
  }

  #openUntil(instant: number): number {
    // A binary search for the last opening that has begun.
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= instant) low = middle + 1;
      else high = middle;
    }
    const at = low - 1;
    const start = this.#starts[at];
    if (start === undefined) return 0;
    return (this.#before[at] ?? 0) + Math.min(instant, this.#ends[at] ?? instant) - start;
  }
}
