import {
  addPairs,
  addTime,
  emptyDistribution,
  estimateSpread,
  toPairs,
  type Distribution,
} from '../../protocol/distribution.ts';
import {
  type Measures,
  type Satisfaction,
  EMPTY,
  mostFirst,
  type Group,
} from '../../protocol/report.ts';

/** The data of a conversation for reports. Times are in seconds. */
export interface Fact {
  readonly hour: number;
  /** Empty for none, as in the next two fields. */
  readonly agentId: string;
  readonly topic: string;
  /** The section and the slug. */
  readonly service: string;
  readonly serviceTitle: string;
  readonly asked: number;
  readonly said: number;
  readonly isUnanswered: boolean;
  readonly firstResponse: number | null;
  readonly resolution: number | null;
  readonly score: number | null;
  readonly ratedAgentId: string;
}

interface Sum {
  conversations: number;
  asked: number;
  said: number;
  unanswered: number;
  readonly ratings: RatingSum;
  readonly responses: Distribution;
  readonly resolutions: Distribution;
}

interface RatingSum {
  count: number;
  stars: number;
  satisfied: number;
}

const GROUPINGS = ['total', 'hour', 'agent', 'topic', 'service'] as const;

export type Grouping = (typeof GROUPINGS)[number];

function ofEach<T>(make: (grouping: Grouping) => T): Record<Grouping, T> {
  const made = GROUPINGS.map((grouping) => [grouping, make(grouping)] as const);
  return Object.fromEntries(made) as Record<Grouping, T>;
}

/** The stored form of a sum: seven counts, then the two distributions. */
type SavedSum = readonly [readonly number[], readonly number[], readonly number[]];

type SavedRatings = readonly [count: number, stars: number, satisfied: number];

export interface SavedTally {
  readonly groups: Readonly<Record<Grouping, Readonly<Record<string, SavedSum>>>>;
  readonly rated: Readonly<Record<string, SavedRatings>>;
  readonly titles: Readonly<Record<string, string>>;
}

/** Counts conversations in all groupings at once. Counts are exact, percentiles are estimates. */
export class Tally {
  readonly #groups = ofEach(() => new Map<string, Sum>());
  /** Ratings by the agent who was rated, who is not always the conversation's current agent. */
  readonly #rated = new Map<string, RatingSum>();
  readonly #titles = new Map<string, string>();

  add(fact: Fact): void {
    const names = { ...fact, total: '', hour: String(fact.hour), agent: fact.agentId };
    for (const grouping of GROUPINGS) addFact(this.#sum(grouping, names[grouping]), fact);
    if (fact.score !== null) addRating(ratingsIn(this.#rated, fact.ratedAgentId), fact.score);
    this.#addTitle(fact.service, fact.serviceTitle);
  }

  addSaved({ groups, rated, titles }: SavedTally): void {
    for (const grouping of GROUPINGS) {
      for (const [name, saved] of Object.entries(groups[grouping])) {
        addSum(this.#sum(grouping, name), saved);
      }
    }
    for (const [name, saved] of Object.entries(rated))
      addRatings(ratingsIn(this.#rated, name), saved);
    for (const [service, title] of Object.entries(titles)) this.#addTitle(service, title);
  }

  toSaved(): SavedTally {
    return {
      groups: ofEach((grouping) =>
        Object.fromEntries(
          [...this.#groups[grouping]].map(([name, sum]) => [name, toSavedSum(sum)]),
        ),
      ),
      rated: Object.fromEntries(
        [...this.#rated].map(([name, sum]) => [name, toSavedRatings(sum)] as const),
      ),
      titles: Object.fromEntries(this.#titles),
    };
  }

  measures(grouping: Grouping): (Measures & { readonly key: string })[] {
    return [...this.#groups[grouping]].map(([key, sum]) => ({ key, ...measuresOf(sum) }));
  }

  ratings(): ({ readonly key: string } & Satisfaction)[] {
    return [...this.#rated].map(([key, sum]) => ({ key, ...satisfactionOf(sum) }));
  }

  /** Returns the title of the service, or '' for no service. */
  titleOf(service: string): string {
    return this.#titles.get(service) ?? service.slice(service.indexOf('/') + 1);
  }

  #sum(grouping: Grouping, name: string): Sum {
    const known = this.#groups[grouping].get(name);
    if (known) return known;
    const made: Sum = {
      conversations: 0,
      asked: 0,
      said: 0,
      unanswered: 0,
      ratings: { count: 0, stars: 0, satisfied: 0 },
      responses: emptyDistribution(),
      resolutions: emptyDistribution(),
    };
    this.#groups[grouping].set(name, made);
    return made;
  }

  /** For a renamed service the alphabetically last title counts, as in the database query. */
  #addTitle(service: string, title: string): void {
    if (title > (this.#titles.get(service) ?? '')) this.#titles.set(service, title);
  }
}

function addFact(sum: Sum, fact: Fact): void {
  sum.conversations += 1;
  sum.asked += fact.asked;
  sum.said += fact.said;
  sum.unanswered += fact.isUnanswered ? 1 : 0;
  if (fact.score !== null) addRating(sum.ratings, fact.score);
  if (fact.firstResponse !== null) addTime(sum.responses, fact.firstResponse);
  if (fact.resolution !== null) addTime(sum.resolutions, fact.resolution);
}

function toSavedSum({ conversations, asked, said, unanswered, ratings, ...times }: Sum): SavedSum {
  const counts = [conversations, asked, said, unanswered, ...toSavedRatings(ratings)];
  return [counts, toPairs(times.responses), toPairs(times.resolutions)];
}

function addSum(sum: Sum, [counts, responses, resolutions]: SavedSum): void {
  const [conversations = 0, asked = 0, said = 0, unanswered = 0, ...ratings] = counts;
  sum.conversations += conversations;
  sum.asked += asked;
  sum.said += said;
  sum.unanswered += unanswered;
  addRatings(sum.ratings, ratings);
  addPairs(sum.responses, responses);
  addPairs(sum.resolutions, resolutions);
}

function ratingsIn(rated: Map<string, RatingSum>, name: string): RatingSum {
  const known = rated.get(name);
  if (known) return known;
  const made = { count: 0, stars: 0, satisfied: 0 };
  rated.set(name, made);
  return made;
}

function addRating(sum: RatingSum, score: number): void {
  addRatings(sum, [1, score, score >= 4 ? 1 : 0]);
}

function addRatings(
  sum: RatingSum,
  [count = 0, stars = 0, satisfied = 0]: readonly number[],
): void {
  sum.count += count;
  sum.stars += stars;
  sum.satisfied += satisfied;
}

function toSavedRatings({ count, stars, satisfied }: RatingSum): SavedRatings {
  return [count, stars, satisfied];
}

function satisfactionOf({ count, stars, satisfied }: RatingSum): Satisfaction {
  return { count, average: count > 0 ? stars / count : null, satisfied };
}

function measuresOf(sum: Sum): Measures {
  return {
    conversations: sum.conversations,
    visitorMessages: sum.asked,
    teamMessages: sum.said,
    unanswered: sum.unanswered,
    firstResponse: estimateSpread(sum.responses),
    resolution: estimateSpread(sum.resolutions),
    satisfaction: satisfactionOf(sum.ratings),
  };
}

/** `agentId` is null for a deleted account and for conversations without an agent. */
interface Whose {
  readonly agentId: string | null;
}

export type AgentRating = Satisfaction & Whose & { readonly name: string };

/**
 * Adds the ratings to the agents. Agents who were rated but transferred all of their visitors get a row of
 * their own.
 */
export function withRatings(
  agents: readonly (Group & Whose)[],
  ratings: readonly AgentRating[],
): Group[] {
  const known = new Set(agents.map(({ agentId }) => agentId));
  const handedAway = ratings
    .filter(({ agentId }) => !known.has(agentId))
    .map(({ agentId, name }) => ({ ...EMPTY, agentId, name }));
  return [...agents, ...handedAway]
    .map((agent) => {
      const rated = ratings.find(({ agentId }) => agentId === agent.agentId);
      return { ...agent, satisfaction: rated ?? EMPTY.satisfaction };
    })
    .sort(mostFirst);
}
