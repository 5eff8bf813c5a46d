import { ORDER_STATES, stateOf } from '../../protocol/transitions.ts';

/** An order in progress has no due date while its next milestone awaits payment. It comes last, and is never late. */
const NEVER = `'9999-12-31 00:00:00+00'::timestamptz`;

/**
 * SQL for the deadline that applies in the order's state, or the time of the order if the state has none. Queries must
 * use the expression of the index `orders_board`. The prefix names the table in queries with several.
 */
export function deadlineOrCreation(prefix = ''): string {
  const cases = ORDER_STATES.flatMap((state) => {
    const { deadline } = stateOf(state);
    return deadline ? [`when '${state}' then coalesce(${prefix}${deadline}_due_at, ${NEVER})`] : [];
  });
  return `case ${prefix}state ${cases.join(' ')} else ${prefix}created_at end`;
}
