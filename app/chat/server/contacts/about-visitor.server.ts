import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { type After, change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Actor } from '../../../accounts/protocol/program.ts';
import { accessToVisitor, NO_SUCH_CONVERSATION } from '../access.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { visitors } from '../tables.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { toLine, toText } from '../../../platform/shown-text.ts';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { text } from '../../../platform/fields.ts';
import {
  eachVisitorField,
  VISITOR_FIELD_NAMES,
  VISITOR_FIELDS,
  type VisitorField,
  type VisitorFieldName,
  type VisitorFields,
} from '../../protocol/visitor-fields.ts';
import { formatsNow, t } from '../../../i18n/translate.ts';
import { VISITOR_NOTE_MAX_LENGTH, type VisitorNote } from '../../protocol/person.ts';
import { readVisitorNote } from './read-person-view.server.ts';
import { visitorNotes } from './tables.server.ts';

/**
 * Returns the visitor for a change by any member with read access: a manager may add a note without taking
 * the visitor over. The row stays locked until the end of the transaction, and viewers are notified
 * afterwards.
 */
export async function changeAbout(
  tx: Database,
  after: After,
  { chat }: Pick<ChatContext, 'chat'>,
  actor: Actor,
  visitorId: string,
): Promise<typeof visitors.$inferSelect> {
  const [visitor] = await tx
    .select()
    .from(visitors)
    .where(eq(visitors.id, visitorId))
    .for('no key update');
  // The access check includes mentions in notes. The row is locked, so the result stays valid.
  if (!visitor || !(await accessToVisitor(tx, actor, visitorId)))
    throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  after.hint(() => chat.personChanged(visitorId, visitor.agentId));
  return visitor;
}

/** Any of the fields. The limits are those of `text`; `saveVisitorFields` checks the exact lengths. */
export const TypedVisitorFields = v.partial(
  v.object(eachVisitorField((_, { maxLength, tooLong }) => text(maxLength, tooLong))),
);

/**
 * Saves the team's texts about a visitor. The team's name takes precedence over the visitor's own name. An empty
 * text removes the stored one. Returns the stored texts.
 */
export async function saveVisitorFields(
  appContext: ChatContext,
  trace: Trace,
  member: Member,
  visitorId: string,
  typed: v.InferOutput<typeof TypedVisitorFields>,
): Promise<Partial<VisitorFields>> {
  const fields = eachVisitorField((name) => toStoredField(name, typed[name]));
  return change(appContext, trace, async (tx, after) => {
    const visitor = await changeAbout(tx, after, appContext, member, visitorId);
    const changed = VISITOR_FIELD_NAMES.filter(
      (name) => fields[name] !== undefined && fields[name] !== visitor[name],
    );
    if (changed.length === 0) return fields;
    await tx.update(visitors).set(fields).where(eq(visitors.id, visitorId));
    after.happened({
      type: 'visitor.changed',
      data: { visitorId },
      log: { subject: visitorId },
    });
    const subject = await addressSubject(tx, visitor.email);
    for (const name of changed) after.audit(VISITOR_FIELDS[name].auditAction, { subject });
    return fields;
  });
}

/** Undefined keeps the stored text, and null removes it. */
function toStoredField(
  name: VisitorFieldName,
  typed: string | undefined,
): string | null | undefined {
  if (typed === undefined) return undefined;
  const { maxLength, tooLong }: VisitorField = VISITOR_FIELDS[name];
  // The extra character makes a text that is too long detectable, so that it is refused and not cut.
  const line = toLine(typed, maxLength + 1);
  if (line.length > maxLength) {
    const message = tooLong
      ? t(tooLong)
      : t('Use at most {most, plural, one {# character} other {# characters}}', {
          most: maxLength,
        });
    throw new RefusedError(413, message, name);
  }
  return line === '' ? null : line;
}

export const noteTooLong = () =>
  t('This note is too long. The limit is {limit} characters.', {
    limit: VISITOR_NOTE_MAX_LENGTH.toLocaleString(formatsNow()),
  });

interface SaveVisitorNote {
  readonly visitorId: string;
  readonly text: string;
  /**
   * The version that the edit is based on. If two members edit the same version, the second one gets an
   * error.
   */
  readonly version: number;
}

/** Saves the visitor's note. An empty text clears the note. Returns the stored note. */
export async function saveVisitorNote(
  appContext: ChatContext,
  trace: Trace,
  member: Member,
  { visitorId, text: typed, version }: SaveVisitorNote,
): Promise<VisitorNote> {
  const text = toText(typed, VISITOR_NOTE_MAX_LENGTH);
  if (text.length > VISITOR_NOTE_MAX_LENGTH) {
    throw new RefusedError(413, noteTooLong(), 'note');
  }
  return change(appContext, trace, async (tx, after) => {
    const visitor = await changeAbout(tx, after, appContext, member, visitorId);
    const before = await readVisitorNote(tx, visitorId);
    // A repeated request changes nothing.
    if (before.text === text) return before;
    if (before.version !== version) {
      const who = before.editorName ?? t('Someone');
      throw new RefusedError(
        409,
        t(
          '{who} changed this note in the meantime. Your version is still here: read theirs, then save again.',
          { who },
        ),
        'note',
      );
    }
    const values = {
      text,
      version: version + 1,
      editedBy: member.id,
      editedAt: appContext.clock.now(),
    };
    if (version === 0) await tx.insert(visitorNotes).values({ visitorId, ...values });
    else {
      await tx.update(visitorNotes).set(values).where(eq(visitorNotes.visitorId, visitorId));
    }
    after.audit('visitor-note-changed', { subject: await addressSubject(tx, visitor.email) });
    return readVisitorNote(tx, visitorId);
  });
}
