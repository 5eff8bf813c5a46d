/** The measures of a group of conversations. Times are in seconds. */
export interface Measures {
  readonly conversations: number;
  readonly visitorMessages: number;
  readonly teamMessages: number;
  readonly unanswered: number;
  readonly firstResponse: Spread;
  readonly resolution: Spread;
  readonly satisfaction: Satisfaction;
}

/** The sample size, the median and the 90th percentile. */
export interface Spread {
  readonly count: number;
  readonly median: number | null;
  readonly p90: number | null;
}

export interface Satisfaction {
  readonly count: number;
  readonly average: number | null;
  /** Ratings with 4 or 5 stars. */
  readonly satisfied: number;
}

export interface Group extends Measures {
  /** A day, an hour, a topic, or the name of an agent or a service. Empty for conversations without any. */
  readonly name: string;
}

export interface Figures {
  readonly total: Measures;
  readonly byDay: readonly Group[];
  readonly byHour: readonly Group[];
  readonly byAgent: readonly Group[];
  readonly byTopic: readonly Group[];
  readonly byService: readonly Group[];
}

export interface Report extends Figures {
  readonly waitingNow: { readonly count: number; readonly longestSeconds: number | null };
  readonly comments: readonly Comment[];
  /** True if medians and percentiles of more than a day are estimates (`distribution.ts`). */
  readonly isEstimate: boolean;
  /** The number of days that are not rolled up yet and are left out. */
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

export const mostFirst = (one: Group, other: Group) =>
  other.conversations - one.conversations || (one.name < other.name ? -1 : 1);
