import type { RouterContextProvider } from 'react-router';
import * as v from 'valibot';
import { BLOCK_NOTE_MAX_LENGTH } from '../../conversation/wire/rules.ts';
import { email } from './form-fields.server.ts';
import { checkForm } from '../../platform/read-form.ts';
import { field, uuid } from '../../platform/fields.ts';
import { blockVisitor, unblockVisitor } from '../../conversation/privacy/block-visitor.server.ts';
import { erasePerson } from '../../conversation/privacy/erase-person.server.ts';
import { readAddress } from '../../conversation/privacy/read-person.server.ts';
import { hostContext } from '../../host.ts';
import { normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Member } from '../../team/members/member.ts';
import { may } from '../../team/members/permissions.ts';
import { traceOf } from './form-answer.server.ts';

const LIMIT = { name: 'visitor-action', burst: 60, perMinute: 60 };

const request = v.variant('intent', [
  v.object({ intent: v.literal('find'), email }),
  v.object({
    intent: v.literal('block'),
    email,
    note: field(BLOCK_NOTE_MAX_LENGTH, `Please keep it under ${BLOCK_NOTE_MAX_LENGTH} characters`),
  }),
  v.object({ intent: v.literal('unblock'), id: uuid }),
  v.object({
    intent: v.literal('erase'),
    email,
    confirmation: email,
    reviews: v.picklist(['delete', 'anonymise']),
  }),
]);

/** What a manager or admin does on /team/visitors. Returns what to say about it; throws a refusal. */
export async function runVisitorAction(
  context: Readonly<RouterContextProvider>,
  member: Member,
  form: FormData,
): Promise<string> {
  const host = context.get(hostContext);
  await host.limits.take(LIMIT, member.id);
  const asked = checkForm(form, request);
  const trace = traceOf(context, member);
  switch (asked.intent) {
    case 'find':
      readAddress(asked.email);
      return '';
    case 'block':
      await blockVisitor(host, trace, readAddress(asked.email), asked.note);
      return 'The visitor is blocked: they read what was said, and cannot write or start a chat.';
    case 'unblock':
      await unblockVisitor(host, trace, asked.id);
      return 'The chat is open to this visitor again.';
    default: {
      asked.intent satisfies 'erase';
      if (!may(member, 'erase-visitors')) {
        throw new RefusedError(403, 'Your account may not do this.');
      }
      const address = readAddress(asked.email);
      if (normalizeEmail(asked.confirmation) !== address) {
        throw new RefusedError(400, 'Please type the address exactly', 'confirmation');
      }
      const certificate = await erasePerson(host, trace, address, asked.reviews);
      return `Erased: ${certificate}. The audit log keeps this, without the address.`;
    }
  }
}
