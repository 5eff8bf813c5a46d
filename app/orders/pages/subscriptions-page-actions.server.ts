import { listAction } from '../../portal/pages/list-action.server.ts';
import { SUBSCRIPTION_LIST } from '../protocol/subscription-list.ts';

/** The list has no actions besides those of its views. */
export const action = listAction(SUBSCRIPTION_LIST);
