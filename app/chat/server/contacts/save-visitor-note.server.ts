import { say } from '../../../platform/say.ts';
import { eq } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toText } from '../../../platform/shown-text.ts';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { VISITOR_NOTE_MAX_LENGTH, type VisitorNote } from '../../protocol/person.ts';
import { changeAbout } from './about-visitor.server.ts';
import { readVisitorNote } from './read-person-view.server.ts';
import { visitorNotes } from './tables.server.ts';

export const VISITOR_NOTE_TOO_LONG = `This note is too long. The limit is ${VISITOR_NOTE_MAX_LENGTH.toLocaleString('en-US')} characters.`;

export interface SaveVisitorNote {
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
  host: ChatHost,
  trace: Trace,
  member: Member,
  { visitorId, text: typed, version }: SaveVisitorNote,
): Promise<VisitorNote> {
  const text = toText(typed, VISITOR_NOTE_MAX_LENGTH);
  if (text.length > VISITOR_NOTE_MAX_LENGTH) {
    throw new RefusedError(413, VISITOR_NOTE_TOO_LONG, 'note');
  }
  return change(host, trace, async (tx, after) => {
    const visitor = await changeAbout(tx, after, host, member, visitorId);
    const before = await readVisitorNote(tx, visitorId);
    // A repeated request changes nothing.
    if (before.text === text) return before;
    if (before.version !== version) {
      const who = before.editorName ?? 'Somebody';
      throw new RefusedError(
        409,
        say(
          '{who} has changed this note meanwhile. Yours is still here: read theirs, then save again.',
          { who },
        ),
        'note',
      );
    }
    const values = { text, version: version + 1, editedBy: member.id, editedAt: host.clock.now() };
    if (version === 0) await tx.insert(visitorNotes).values({ visitorId, ...values });
    else {
      await tx.update(visitorNotes).set(values).where(eq(visitorNotes.visitorId, visitorId));
    }
    after.audit('visitor-note-changed', { subject: await addressSubject(tx, visitor.email) });
    return readVisitorNote(tx, visitorId);
  });
}
