import { notInArray } from 'drizzle-orm';
import { refunds } from '../tables.server.ts';

/** Matches refunds whose money has left the shop or is about to. */
export const IS_GONE = notInArray(refunds.state, ['failed', 'cancelled']);
