import { EMPTY, mostFirst, type Group, type Satisfaction } from './report.ts';

/** Null where the account is gone, or nobody had the visitor. */
interface Whose {
  readonly agentId: string | null;
}

export type AgentRating = Satisfaction & Whose & { readonly name: string };

/** Gives each agent what visitors said of them, and those a line who handed all of them away. */
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
