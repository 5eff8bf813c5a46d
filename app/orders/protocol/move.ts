import { msg, t, type Sentence } from '../../i18n/translate.ts';
import { whyNotMilestone } from './milestone-transitions.ts';
import type { StaffedOrder } from './order-view.ts';
import {
  getStateLabel,
  ORDER_STATES,
  TRANSITION_NAMES,
  TRANSITIONS,
  type ActorKind,
  type OrderState,
  type TransitionName,
} from './transitions.ts';

/** The result of moving a card to another column. */
export type Move =
  | { readonly kind: 'same' }
  /** The transition needs more input: this form of the order's page asks for it. */
  | { readonly kind: 'form'; readonly form: MoveForm }
  /** The transition needs nothing but a confirmation. */
  | { readonly kind: 'confirm'; readonly transition: ConfirmedMove }
  | { readonly kind: 'refused'; readonly reason: string };

/** Moves that need nothing but a confirmation, on the board and on the order's page, whose intents have the same names. */
export const CONFIRMED_MOVES = {
  withdraw: {
    question: msg('Cancel this request?'),
    text: msg('The buyer is notified by email, and can make another request in the same period.'),
    button: msg('Cancel request'),
  },
  cancel: {
    question: msg('Cancel order {number}?'),
    text: msg('The buyer is notified by email. A cancelled order can no longer be paid.'),
    button: msg('Cancel order'),
  },
} as const satisfies Partial<Record<TransitionName, Record<string, Sentence>>>;

export type ConfirmedMove = keyof typeof CONFIRMED_MOVES;

export const CONFIRMED_MOVE_NAMES = Object.keys(CONFIRMED_MOVES) as readonly ConfirmedMove[];

/** The ids of forms on the order's page. */
type MoveForm = 'mark-paid' | 'deliver' | 'decide-refund';

const FORMS: Partial<Readonly<Record<TransitionName, MoveForm>>> = {
  pay: 'mark-paid',
  deliver: 'deliver',
  refund: 'decide-refund',
  'settle-refund': 'decide-refund',
};

/** Why the team does not do these itself. */
const BY_OTHERS: Partial<Readonly<Record<TransitionName, Sentence>>> = {
  begin: msg('Work starts automatically once the buyer has provided what is needed.'),
  'request-revision': msg('Only the buyer can request a revision.'),
  complete: msg('The buyer accepts the delivery, or the order completes automatically.'),
  'request-refund': msg('Only the buyer can request a refund.'),
  refund: msg('Only managers and admins can refund an order.'),
  'settle-refund': msg('Only managers and admins can decide on a refund.'),
};

type Movable = Pick<StaffedOrder, 'state' | 'stateBefore' | 'amount' | 'milestone' | 'isRequest'>;

interface Step {
  readonly from: readonly OrderState[];
  readonly to: OrderState | 'before' | 'current';
  readonly by: readonly ActorKind[];
}

/** Steps of milestones have no column: the order's page chooses the milestone that is paid or refunded. */
function stepsTo({ state, stateBefore, isRequest }: Movable, to: OrderState): TransitionName[] {
  return TRANSITION_NAMES.filter((name) => {
    const { from, to: target }: Step = TRANSITIONS[name];
    const goal = target === 'before' ? stateBefore : target;
    return from.includes(state) && goal === to && (isRequest || name !== 'withdraw');
  });
}

/** Returns the reason why this order cannot use a transition that others can use in its state. */
function whyNotNow(name: TransitionName, { amount, milestone }: Movable): string | undefined {
  if (name === 'deliver' && milestone?.isUnpaid) {
    return whyNotMilestone('deliver', 'awaiting payment');
  }
  if (name === 'refund' && amount === 0) return t('This order had no price to refund.');
  return undefined;
}

function stepOf(order: Movable, to: OrderState, actor: ActorKind): TransitionName | undefined {
  return stepsTo(order, to).find((name) => {
    const { by }: Step = TRANSITIONS[name];
    return by.includes(actor) && whyNotNow(name, order) === undefined;
  });
}

/** The moves of a card are exactly the transitions of rule 204; everything else is refused with the reason. */
export function moveTo(order: Movable, to: OrderState, actor: ActorKind): Move {
  if (order.state === to) return { kind: 'same' };
  const step = stepOf(order, to, actor);
  const transition = CONFIRMED_MOVE_NAMES.find((name) => name === step);
  if (transition) return { kind: 'confirm', transition };
  const form = step && FORMS[step];
  if (form) return { kind: 'form', form };
  const [first] = stepsTo(order, to);
  const now = first && whyNotNow(first, order);
  if (now !== undefined) return { kind: 'refused', reason: now };
  const because = first && BY_OTHERS[first];
  return { kind: 'refused', reason: because ? t(because) : explain(order, to, actor) };
}

function explain(order: Movable, to: OrderState, actor: ActorKind): string {
  const values = { from: getStateLabel(order.state), to: getStateLabel(to) };
  const possible = ORDER_STATES.filter((state) => stepOf(order, state, actor));
  return possible.length === 0
    ? t('An order can’t go from ‘{from}’ to ‘{to}’. The team can’t move this order now.', values)
    : t('An order can’t go from ‘{from}’ to ‘{to}’. Possible: {possible}.', {
        ...values,
        possible: possible.map(getStateLabel).join(', '),
      });
}
