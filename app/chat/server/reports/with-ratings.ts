import { EMPTY, mostFirst, type Group, type Satisfaction } from '../../protocol/report.ts';

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
