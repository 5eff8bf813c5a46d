import { endpointsOf } from '../../platform/endpoints-of.ts';
import type { inboxConversations } from '../http/inbox-conversations.ts';
import type { inboxVisitors } from '../http/inbox-visitors.ts';
import type { inbox } from '../http/inbox.ts';

/** The endpoints of the agent dashboard. */
export const inboxApi = endpointsOf<
  typeof inbox | typeof inboxConversations | typeof inboxVisitors
>();
