import { CATALOGUE_OPERATIONS } from './catalogue-operations.server.ts';
import { CONVERSATION_OPERATIONS } from './conversation-operations.server.ts';
import { EVENT_OPERATIONS } from './event-operations.server.ts';
import type { KeyedOperation, Operation } from './operation.ts';
import { ORDER_OPERATIONS } from './order-operations.server.ts';
import { PUBLIC_OPERATIONS } from './public-operations.server.ts';

export const KEYED_OPERATIONS: readonly KeyedOperation[] = [
  ...CATALOGUE_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...CONVERSATION_OPERATIONS,
  ...EVENT_OPERATIONS,
];

export const OPERATIONS: readonly Operation[] = [...PUBLIC_OPERATIONS, ...KEYED_OPERATIONS];
