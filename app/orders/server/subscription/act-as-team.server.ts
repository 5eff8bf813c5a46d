import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import {
  asSubscriptionMember,
  cancelSubscription,
  endSubscription,
  keepSubscription,
  pauseSubscription,
  planPrice,
  resumeSubscription,
  undoPause,
  type SubscriptionTurn,
} from './act-on-subscription.server.ts';

/** An action of the team, as a page or the API sends it. */
export type TeamAction =
  | { readonly intent: 'pause' | 'cancel' | 'end'; readonly why: string }
  | { readonly intent: 'undo-pause' | 'resume' | 'keep' }
  | { readonly intent: 'plan-price'; readonly price: string };

/**
 * Performs an action of a member or program. Throws {@link RefusedError}: 404 for a subscription that they may not see,
 * 409 if its state does not allow the action, 400 with the field 'price'.
 */
export function actOnSubscription(
  appContext: OrderContext,
  { trace, member }: { readonly trace: Trace; readonly member: Member | Program },
  number: number,
  action: TeamAction,
): Promise<void> {
  return asSubscriptionMember(appContext, trace, member, number, (turn) => perform(turn, action));
}

function perform(turn: SubscriptionTurn, action: TeamAction): Promise<void> {
  switch (action.intent) {
    case 'pause':
      return pauseSubscription(turn, action.why);
    case 'undo-pause':
      return undoPause(turn);
    case 'resume':
      return resumeSubscription(turn);
    case 'cancel':
      return cancelSubscription(turn, action.why);
    case 'keep':
      return keepSubscription(turn);
    case 'end':
      return endSubscription(turn, action.why);
    default:
      return planPrice(turn, action.price);
  }
}
