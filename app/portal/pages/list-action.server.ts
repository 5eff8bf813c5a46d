import { redirect } from 'react-router';
import * as v from 'valibot';
import {
  chooseColumns,
  deleteView,
  saveView,
  setDefaultView,
} from '../../accounts/server/lists/list-views.server.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import type { PlacePath } from '../../accounts/protocol/navigation-items.ts';
import type { AppContext } from '../../app-context.ts';
import { t } from '../../i18n/translate.ts';
import { RefusedError } from '../../platform/errors.ts';
import { field, uuid } from '../../platform/fields.ts';
import {
  defaultColumns,
  pathOfList,
  readColumns,
  readListState,
  type ListShape,
} from '../../platform/lists/list-state.ts';
import {
  BULK_AT_MOST,
  LIST_QUERY_MAX_LENGTH,
  VIEW_NAME_MAX_LENGTH,
} from '../../platform/lists/list-views.ts';
import { formAction, whoMayOpen } from './form-action.server.ts';

const query = field(LIST_QUERY_MAX_LENGTH);

/** The forms that every list has. */
export const LIST_FORMS = [
  v.object({ intent: v.literal('choose-columns'), query, column: v.array(field(40)) }),
  v.object({
    intent: v.literal('save-view'),
    query,
    name: field(VIEW_NAME_MAX_LENGTH),
    isDefault: field(3),
  }),
  v.object({ intent: v.picklist(['delete-view', 'open-first', 'open-first-no-more']), view: uuid }),
] as const;

/** The fields of these forms that have several values. */
export const LIST_FIELDS = ['column', 'row'];

const INTENTS = ['choose-columns', 'save-view', 'delete-view', 'open-first', 'open-first-no-more'];

type ListForm = v.InferOutput<(typeof LIST_FORMS)[number]>;

export function isListForm(sent: { readonly intent: string }): sent is ListForm {
  return INTENTS.includes(sent.intent);
}

/** Saves columns and views of the member. */
export async function changeList(
  list: ListShape,
  sent: ListForm,
  appContext: AppContext,
  member: Member,
): Promise<string | Response> {
  switch (sent.intent) {
    case 'choose-columns': {
      const columns = readColumns(list, sent.column.join('.')) ?? defaultColumns(list).slice(0, 1);
      await chooseColumns(appContext, member, list, columns);
      const state = readListState(list, new URLSearchParams(sent.query));
      return redirect(pathOfList(list, { ...state, columns }));
    }
    case 'save-view': {
      const isDefault = sent.isDefault === 'yes';
      await saveView(appContext, member, list, { ...sent, isDefault });
      return t('The view is saved.');
    }
    case 'delete-view':
      await deleteView(appContext, member, list, sent.view);
      return t('The view is deleted.');
    default: {
      const isDefault = sent.intent === 'open-first';
      await setDefaultView(appContext, member, list, sent.view, isDefault);
      return isDefault
        ? t('The page opens with this view from now on.')
        : t('The page opens without a view from now on.');
    }
  }
}

const LIMIT = { name: 'list-views', burst: 60, perMinute: 60 };

/** The action of a list whose rows have no actions. */
export function listAction(list: ListShape & { readonly path: PlacePath }) {
  return formAction(
    v.variant('intent', [...LIST_FORMS]),
    { admit: whoMayOpen(list.path), limit: LIMIT, lists: LIST_FIELDS },
    (sent, { appContext, session }) => changeList(list, sent, appContext, session.member),
  );
}

/** The rows that a member has selected. */
export const selectedRows = v.pipe(v.optional(v.array(field(64)), []), v.maxLength(BULK_AT_MOST));

/** At most this many refusals are explained in the answer. */
const EXPLAINED = 10;

interface BulkAnswer {
  readonly message: string;
  readonly isDone: boolean;
}

/**
 * Runs a use case for each selected row. The use case authorizes each of them; a refused row does not stop the others,
 * and the answer names it with the reason. Throws {@link RefusedError} 400 without a row.
 */
export async function changeRows(
  rows: readonly string[],
  run: (row: string) => Promise<unknown>,
  nameOf: (row: string) => string | Promise<string> = (row) => row,
): Promise<BulkAnswer> {
  if (rows.length === 0) throw new RefusedError(400, t('Select at least one row.'));
  const refusals: string[] = [];
  for (const row of new Set(rows)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each row is a change of its own
      await run(row);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      // oxlint-disable-next-line no-await-in-loop -- only refused rows are named
      refusals.push(t('{name}: {reason}', { name: await nameOf(row), reason: error.message }));
    }
  }
  const done = new Set(rows).size - refusals.length;
  if (refusals.length === 0) {
    return {
      message: t('{count, plural, one {# row} other {# rows}} done.', { count: done }),
      isDone: true,
    };
  }
  const reasons = refusals.slice(0, EXPLAINED).join(' ');
  return {
    message: t('{done} done, {refused} refused. {reasons}', {
      done,
      refused: refusals.length,
      reasons,
    }),
    isDone: false,
  };
}
