import { msg } from '../../i18n/translate.ts';
import type { Currency } from '../../platform/currencies.ts';
import type { Language } from '../../platform/languages.ts';
import {
  lineOf,
  oneOf,
  pathOfList,
  type ListShape,
  type ListState,
} from '../../platform/lists/list-state.ts';
import type { EntryState } from './entry-state.ts';
import type { LabelView } from './labels.ts';

export const VISITOR_FILTERS = ['all', 'open', 'ordered', 'unordered', 'blocked'] as const;

/** The visitors that were active within so many days, or that were not for `QUIET_DAYS`. */
const ACTIVITIES = ['', '7', '30', '90', '365', 'quiet'] as const;
export const QUIET_DAYS = 90;

/** The value of the filter 'Agent' for visitors without one. */
export const UNASSIGNED = 'unassigned';

const ID = /^[\w-]{1,64}$/;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const uuidIn = (text: string) => (UUID.test(text) ? text : '');

const idIn = (text: string) => (ID.test(text) ? text : '');

const lineIn = lineOf(120);

/** A text that could be an email address must be in no URL (decision 079). Some keyboards write wide at signs. */
export const isAddressLike = (search: string): boolean => /[@＠﹫]/.test(search);

/** Everybody who has written to the shop. Blocked addresses are listed even if they are erased or never wrote. */
export const VISITOR_LIST = {
  path: '/team/visitors',
  columns: {
    // Sorting by address or name would write them into the cursors of pages, which are in the URL.
    visitor: { label: msg('Visitor') },
    company: { label: msg('Company') },
    agent: { label: msg('Agent') },
    labels: { label: msg('Labels') },
    conversations: { label: msg('Chats'), isNumber: true },
    orders: { label: msg('Orders'), isNumber: true },
    paid: { label: msg('Paid'), isNumber: true },
    updated: { label: msg('Last activity'), sort: 'descending' },
    created: { label: msg('First seen'), sort: 'descending', isOptional: true },
    rating: { label: msg('Rating'), isOptional: true },
    language: { label: msg('Language'), isOptional: true },
  },
  filters: {
    /** A part of the name or of the address, without an at sign. */
    q: (typed) => (isAddressLike(typed) ? '' : lineIn(typed)),
    show: oneOf(VISITOR_FILTERS),
    /** The id of a member, 'unassigned' or ''. */
    agent: idIn,
    /** The id of a label or ''. */
    label: uuidIn,
    /** The id of a conversation's topic or ''. */
    topic: idIn,
    active: oneOf(ACTIVITIES),
  },
  sort: '-updated',
  isPrivate: isAddressLike,
} as const satisfies ListShape;

export type VisitorListState = ListState<typeof VISITOR_LIST>;

/** The page of a visitor. The state of the list stays in the address, so that one can go back to it. */
export function pathOfVisitor(state: VisitorListState, visitorId: string): string {
  return `${pathOfList(VISITOR_LIST, state)}&visitor=${visitorId}`;
}

/** The purchases of an address. */
export interface BuyerFigures {
  readonly companies: readonly string[];
  readonly orderCount: number;
  /** Payments minus refunds. */
  readonly paid: readonly { readonly amount: number; readonly currency: Currency }[];
}

export interface BlockView {
  readonly id: string;
  /** Null after the address was erased. */
  readonly email: string | null;
  readonly note: string;
  readonly blockedBy: string | null;
  readonly createdAt: string;
  /** The number of refused chats. */
  readonly attemptCount: number;
  readonly lastAttemptAt: string | null;
}

export interface ListedVisitor extends BuyerFigures {
  /** The id of the visitor, or that of the block of an address without a visitor. */
  readonly id: string;
  readonly isVisitor: boolean;
  /** Null for an erased address that is blocked. */
  readonly email: string | null;
  readonly name: string | null;
  readonly state: EntryState | null;
  readonly agent: string | null;
  readonly labels: readonly LabelView[];
  readonly conversationCount: number;
  readonly rating: { readonly average: number; readonly count: number } | null;
  readonly language: Language | null;
  readonly updatedAt: string;
  readonly createdAt: string;
  readonly block: BlockView | null;
}
