import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { BLOCK_NOTE_MAX_LENGTH } from '../protocol/rules.ts';
import { email } from '../../portal/pages/form-fields.server.ts';
import { field, uuid } from '../../platform/fields.ts';
import { blockVisitor, unblockVisitor } from '../server/privacy/block-visitor.server.ts';
import { erasePerson } from '../server/privacy/erase-visitor.server.ts';
import { readAddress } from '../server/privacy/read-person.server.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import { requireFreshProof } from '../../accounts/server/factors/prove.server.ts';
import { may } from '../../accounts/protocol/permissions.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';

const LIMIT = { name: 'visitor-action', burst: 60, perMinute: 60 };

const visitorForm = v.variant('intent', [
  v.object({ intent: v.literal('find'), email }),
  v.object({
    intent: v.literal('block'),
    email,
    note: field(BLOCK_NOTE_MAX_LENGTH, () =>
      t('Use at most {most, plural, one {# character} other {# characters}}', {
        most: BLOCK_NOTE_MAX_LENGTH,
      }),
    ),
  }),
  v.object({ intent: v.literal('unblock'), id: uuid }),
  v.object({
    intent: v.literal('erase'),
    email,
    confirmation: email,
    reviews: v.picklist(['delete', 'anonymise']),
  }),
]);

const formGuard = { admit: whoMayOpen('/team/visitors'), limit: LIMIT };

/** The answer names the visitor that it concerns. */
export const manageVisitors = formAction(visitorForm, formGuard, async (form, turn) => {
  const { appContext, session, trace } = turn;
  switch (form.intent) {
    case 'find':
      return { message: '', address: readAddress(form.email) };
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
});
