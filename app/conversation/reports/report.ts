/** What was measured about one group of conversations; times are seconds. */
export interface Measures {
  readonly conversations: number;
  readonly visitorMessages: number;
  readonly teamMessages: number;
  /** Nobody of the team has written in them yet. */
  readonly unanswered: number;
  readonly firstResponse: Spread;
  readonly resolution: Spread;
  readonly satisfaction: Satisfaction;
}

/** How many were measured, the one in the middle, and what nine of ten stay below. */
export interface Spread {
  readonly count: number;
  readonly median: number | null;
  readonly p90: number | null;
}

export interface Satisfaction {
  readonly count: number;
  readonly average: number | null;
  /** 4 or 5 stars. */
  readonly satisfied: number;
}

export interface Group extends Measures {
  /** A day, an hour, a topic; an agent's or a service's name; '' for those without. */
  readonly name: string;
}

/** What was measured in a period. */
export interface Figures {
  readonly total: Measures;
  readonly byDay: readonly Group[];
  readonly byHour: readonly Group[];
  readonly byAgent: readonly Group[];
  readonly byTopic: readonly Group[];
  readonly byService: readonly Group[];
}

export interface Report extends Figures {
  /** As it is now, whatever the period. */
  readonly waitingNow: { readonly count: number; readonly longestSeconds: number | null };
  /** The newest comments of the period. */
  readonly comments: readonly Comment[];
  /** Whether medians and percentiles of more than a day are estimates (`distribution.ts`). */
  readonly isEstimate: boolean;
  /** Days of the period that are still being counted, and left out. */
  readonly missingDays: number;
}

export interface Comment {
  readonly conversationId: string;
  readonly email: string;
  readonly agentName: string | null;
  readonly score: number;
  readonly comment: string;
  readonly at: string;
}

export const EMPTY: Measures = {
  conversations: 0,
  visitorMessages: 0,
  teamMessages: 0,
  unanswered: 0,
  firstResponse: { count: 0, median: null, p90: null },
  resolution: { count: 0, median: null, p90: null },
  satisfaction: { count: 0, average: null, satisfied: 0 },
};

/** The order of agents, topics and services. */
export const mostFirst = (one: Group, other: Group) =>
  other.conversations - one.conversations || (one.name < other.name ? -1 : 1);
