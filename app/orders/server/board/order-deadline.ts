import { ORDER_STATES, stateOf } from '../../protocol/transitions.ts';

/**
 * SQL for the deadline that applies in the order's state, or the time of the order if there is none. Queries must use
 * the expression of the index `orders_board`. The prefix names the table in queries with several.
 */
export function deadlineOrCreation(prefix = ''): string {
  const cases = ORDER_STATES.flatMap((state) => {
    const { deadline } = stateOf(state);
    return deadline ? [`when '${state}' then ${prefix}${deadline}_due_at`] : [];
  });
  return `coalesce(case ${prefix}state ${cases.join(' ')} end, ${prefix}created_at)`;
}
