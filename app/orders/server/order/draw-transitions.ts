import { TRANSITION_NAMES, TRANSITIONS } from '../../protocol/transitions.ts';

const WHO = {
  buyer: 'buyer',
  agent: 'agent of the conversation',
  manager: 'manager or admin',
  provider: 'payment service',
  house: 'by itself',
} as const;

/** Renders the table of transitions as `docs/order-states.md`: a diagram and a table. */
export function drawTransitions(): string {
  const idOf = (state: string) => state.replaceAll(' ', '_');
  const befores = TRANSITIONS['request-refund'].from;
  const arrows = TRANSITION_NAMES.flatMap((name) => {
    const { from, to, event } = TRANSITIONS[name];
    return from.flatMap((one) =>
      (to === 'before' ? befores : [to]).map(
        (target) => `  ${idOf(one)} --> ${idOf(target)}: ${event}`,
      ),
    );
  });
  const rows = TRANSITION_NAMES.map((name) => {
    const { from, to, by, event } = TRANSITIONS[name];
    const target = to === 'before' ? 'the state before' : to;
    return `| ${event} | ${from.join(', ')} | ${target} | ${by.map((one) => WHO[one]).join(', ')} |`;
  });
  return `# The states of an order

Made by \`npm run order-states\` from \`app/orders/protocol/transitions.ts\`, the table by which the door checks, the
screens show buttons, and this picture is drawn.

\`\`\`mermaid
stateDiagram-v2
  [*] --> awaiting_payment: Offer accepted
${arrows.join('\n')}
  completed --> [*]
  refunded --> [*]
  cancelled --> [*]
\`\`\`

| event | from | to | by |
|---|---|---|---|
${rows.join('\n')}
`;
}
