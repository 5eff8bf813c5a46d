import { measureSpread } from '../../protocol/distribution.ts';
import type { Measures } from '../../protocol/report.ts';
import type { Fact } from './tally.ts';

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
