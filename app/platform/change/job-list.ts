import { msg } from '../../i18n/translate.ts';
import { oneOf, type ListShape, type ListState } from '../lists/list-state.ts';

const KIND = /^[a-z][a-z-]{0,39}$/;

/** Shows neither the contents nor the recipient of a job. */
export const JOB_LIST = {
  path: '/team/outbox',
  columns: {
    kind: { label: msg('Job') },
    attempts: { label: msg('Attempts'), isNumber: true },
    error: { label: msg('Last error') },
    created: { label: msg('Created'), sort: 'descending' },
    at: { label: msg('Next attempt or end'), sort: 'ascending' },
  },
  filters: {
    state: oneOf(['open', 'failed']),
    /** '' means every kind. */
    kind: (text) => (KIND.test(text) ? text : ''),
  },
  sort: '-created',
} as const satisfies ListShape;

export type JobListState = ListState<typeof JOB_LIST>;
