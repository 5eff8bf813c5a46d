import { dayOf, formatOpenings, type WeeklyHours } from '../../../platform/weekly-hours.ts';
import { ESTIMATE_ERROR, measureSpread } from '../../protocol/distribution.ts';
import { addDays } from '../../../platform/day.ts';
import type { Measures } from '../../protocol/report.ts';
import type { Fact } from './tally.ts';

/**
 * A day is rolled up this long after its end. Until then its conversations still change and are computed
 * live. Later changes are recorded by the database (`report_changes`) for conversations older than six days;
 * the margin allows for clock skew.
 */
const SETTLED_AFTER_DAYS = 8;

export function lastSettledDay(timeZone: string, now: Date): string {
  return addDays(dayOf(timeZone, now), -SETTLED_AFTER_DAYS);
}

export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/**
 * Returns the key of everything a rolled-up day depends on besides its conversations. With another key the
 * day is invalid.
 */
export function measuredBy(hours: WeeklyHours | undefined, timeZone: string): string {
  const open = hours ? `${formatOpenings(hours.openings)} in ${hours.timeZone}` : 'always';
  return `days of ${timeZone}, open ${open}, within ${ESTIMATE_ERROR}`;
}

export function measureDay(facts: readonly Fact[]): Measures {
  const sum = (of: (fact: Fact) => number) => facts.reduce((total, fact) => total + of(fact), 0);
  const times = (of: (fact: Fact) => number | null) =>
    measureSpread(facts.map(of).filter((time) => time !== null));
  const scores = facts.map(({ score }) => score).filter((score) => score !== null);
  return {
    conversations: facts.length,
    visitorMessages: sum(({ asked }) => asked),
    teamMessages: sum(({ said }) => said),
    unanswered: sum(({ isUnanswered }) => (isUnanswered ? 1 : 0)),
    firstResponse: times(({ firstResponse }) => firstResponse),
    resolution: times(({ resolution }) => resolution),
    satisfaction: {
      count: scores.length,
      average: scores.length > 0 ? scores.reduce((one, two) => one + two, 0) / scores.length : null,
      satisfied: scores.filter((score) => score >= 4).length,
    },
  };
}
