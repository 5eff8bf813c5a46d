import { t } from '../../i18n/translate.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import type { AppContext } from '../../app-context.ts';
import { BLOCK_NOTE_MAX_LENGTH } from '../protocol/rules.ts';
import { email } from '../../portal/pages/form-fields.server.ts';
import { field, isUuid, uuid } from '../../platform/fields.ts';
import { FILTER_INTENT, pathOfList, readListState } from '../../platform/lists/list-state.ts';
import { listForm } from '../../platform/lists/read-list.server.ts';
import { isAddressLike, pathOfVisitor, VISITOR_LIST } from '../protocol/visitor-list.ts';
import { putLabel } from '../server/contacts/put-label.server.ts';
import {
  blockListed,
  readListedEmail,
  unblockListed,
} from '../server/privacy/block-listed.server.ts';
import { blockVisitor, unblockVisitor } from '../server/privacy/block-visitor.server.ts';
import { erasePerson } from '../server/privacy/erase-visitor.server.ts';
import { readVisitorId } from '../server/privacy/export-visitor.server.ts';
import { readAddress } from '../server/privacy/read-person.server.ts';
import { hasEmailShape, normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import { requireFreshProof } from '../../accounts/server/factors/prove.server.ts';
import { may } from '../../accounts/protocol/permissions.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import {
  changeList,
  changeRows,
  isListForm,
  LIST_FIELDS,
  LIST_FORMS,
  selectedRows,
} from '../../portal/pages/list-action.server.ts';

const LIMIT = { name: 'visitor-action', burst: 60, perMinute: 60 };

const note = field(BLOCK_NOTE_MAX_LENGTH, () =>
  t('Use at most {most, plural, one {# character} other {# characters}}', {
    most: BLOCK_NOTE_MAX_LENGTH,
  }),
);

const selectedVisitors = v.pipe(
  selectedRows,
  v.transform((rows) => rows.filter(isUuid)),
);

const visitorForm = v.variant('intent', [
  ...LIST_FORMS,
  v.object({ intent: v.literal(FILTER_INTENT), ...listForm(VISITOR_LIST).entries }),
  v.object({
    intent: v.picklist(['add-label', 'remove-label']),
    row: selectedVisitors,
    label: uuid,
  }),
  v.object({ intent: v.literal('block-visitors'), row: selectedVisitors, note }),
  v.object({ intent: v.literal('unblock-visitors'), row: selectedVisitors }),
  v.object({
    intent: v.literal('block'),
    email,
    note,
  }),
  v.object({ intent: v.literal('unblock'), id: uuid }),
  v.object({
    intent: v.literal('erase'),
    email,
    confirmation: email,
    reviews: v.picklist(['delete', 'anonymise']),
  }),
]);

const formGuard = { admit: whoMayOpen('/team/visitors'), limit: LIMIT, lists: LIST_FIELDS };

type Answer = string | Response | { readonly message: string; readonly address?: string };

/** The answer names the visitor that it concerns. */
export const manageVisitors = formAction(
  visitorForm,
  formGuard,
  async (form, turn): Promise<Answer> => {
    const { appContext, session, trace } = turn;
    const { member } = session;
    if (isListForm(form)) return changeList(VISITOR_LIST, form, appContext, member);
    const nameOf = async (row: string) =>
      (await readListedEmail(appContext.db, row)) ?? t('An erased address');
    switch (form.intent) {
      case FILTER_INTENT:
        return applyFilters(appContext, form);
      case 'add-label':
      case 'remove-label': {
        const { label: labelId } = form;
        const isOn = form.intent === 'add-label';
        return changeRows(
          form.row,
          (visitorId) => putLabel(appContext, member, { visitorId, labelId, isOn }),
          nameOf,
        );
      }
      case 'block-visitors':
        return changeRows(
          form.row,
          (row) => blockListed(appContext, trace, member, row, form.note),
          nameOf,
        );
      case 'unblock-visitors':
        return changeRows(form.row, (row) => unblockListed(appContext, trace, member, row), nameOf);
      case 'block': {
        const address = readAddress(form.email);
        await blockVisitor(appContext, trace, address, form.note);
        const message = t(
          "The visitor is blocked. They can read the conversation but can't write or start a chat.",
        );
        return { message, address };
      }
      case 'unblock':
        await unblockVisitor(appContext, trace, form.id);
        return t('This visitor can chat again.');
      default: {
        form.intent satisfies 'erase';
        if (!may(session.member, 'erase-visitors')) {
          throw new RefusedError(403, t("Your account isn't allowed to do this."));
        }
        const address = readAddress(form.email);
        if (normalizeEmail(form.confirmation) !== address) {
          throw new RefusedError(400, t('Enter the address exactly as shown.'), 'confirmation');
        }
        requireFreshProof(session, appContext.clock);
        const certificate = await erasePerson(appContext, trace, address, form.reviews);
        const message = t(
          'Erased: {certificate}. The audit log keeps this record without the address.',
          {
            certificate,
          },
        );
        return { message, address };
      }
    }
  },
);

/** Leads to the filtered list, or to the page of the typed address, whose URL has the visitor's id instead. */
async function applyFilters(
  { db }: AppContext,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const state = readListState(VISITOR_LIST, new URLSearchParams(fields));
  const { q = '' } = fields;
  if (!isAddressLike(q)) return redirect(pathOfList(VISITOR_LIST, state));
  const address = normalizeEmail(q);
  if (!hasEmailShape(address)) {
    throw new RefusedError(
      400,
      t('Type the whole address, or a part of it that is before or behind the @.'),
      'q',
    );
  }
  const visitorId = await readVisitorId(db, address);
  // Reviews, blocks and orders can have an address that never wrote.
  if (visitorId === undefined) return { message: '', address };
  return redirect(pathOfVisitor(state, visitorId));
}
