import { msg, t, type Sentence } from '../../i18n/translate.ts';
import {
  getStateLabel,
  ORDER_STATES,
  TRANSITION_NAMES,
  TRANSITIONS,
  type ActorKind,
  type OrderState,
  type TransitionName,
} from './transitions.ts';

/** What happens when somebody moves a card to another column. */
export type Move =
  | { readonly kind: 'same' }
  /** The transition needs more input: this form of the order's page asks for it. */
  | { readonly kind: 'form'; readonly form: MoveForm }
  /** The transition needs nothing but a confirmation. */
  | { readonly kind: 'confirm'; readonly transition: 'cancel' }
  | { readonly kind: 'refused'; readonly reason: string };

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

interface Movable {
  readonly state: OrderState;
  readonly stateBefore: OrderState | null;
}

interface Step {
  readonly from: readonly OrderState[];
  readonly to: OrderState | 'before';
  readonly by: readonly ActorKind[];
}

function stepsTo({ state, stateBefore }: Movable, to: OrderState): TransitionName[] {
  return TRANSITION_NAMES.filter((name) => {
    const { from, to: target }: Step = TRANSITIONS[name];
    return from.includes(state) && (target === 'before' ? stateBefore : target) === to;
  });
}

function stepOf(order: Movable, to: OrderState, actor: ActorKind): TransitionName | undefined {
  return stepsTo(order, to).find((name) => {
    const { by }: Step = TRANSITIONS[name];
    return by.includes(actor);
  });
}

/** The moves of a card are exactly the transitions of rule 204; everything else is refused with the reason. */
export function moveTo(order: Movable, to: OrderState, actor: ActorKind): Move {
  if (order.state === to) return { kind: 'same' };
  const step = stepOf(order, to, actor);
  if (step === 'cancel') return { kind: 'confirm', transition: step };
  const form = step && FORMS[step];
  if (form) return { kind: 'form', form };
  const [first] = stepsTo(order, to);
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
