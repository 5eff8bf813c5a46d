import { msg } from '../i18n/translate.ts';
import { lineOf, oneOf, type ListShape, type ListState } from '../platform/lists/list-state.ts';

const SECTION = /^[a-z0-9-]{1,64}$/;

export const MODERATION_LIST = {
  path: '/team/reviews',
  columns: {
    name: { label: msg('Name') },
    rating: { label: msg('Stars'), sort: 'ascending' },
    service: { label: msg('Service') },
    reports: { label: msg('Open reports'), sort: 'descending', isNumber: true },
    created: { label: msg('Date'), sort: 'descending' },
  },
  filters: {
    show: oneOf(['reported', 'all', 'hidden']),
    /** A part of the author's name or of the text. */
    q: lineOf(80),
    section: (text) => (SECTION.test(text) ? text : ''),
    stars: oneOf(['', '1', '2', '3', '4', '5']),
  },
  // The most reported reviews come first, then the newest ones.
  sort: '-reports',
} as const satisfies ListShape;

export type ModerationState = ListState<typeof MODERATION_LIST>;
