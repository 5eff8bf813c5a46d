import { eq } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { visitors } from '../tables.server.ts';
import { VISITOR_NAME_MAX_LENGTH, VISITOR_NAME_TOO_LONG } from '../../protocol/rules.ts';
import { changeAbout } from './about-visitor.server.ts';

/**
 * Sets the team's name for a visitor, which takes precedence over the visitor's own name. An empty name
 * removes it. Returns the stored name.
 */
export async function renameVisitor(
  host: ChatHost,
  trace: Trace,
  member: Member,
  visitorId: string,
  typed: string,
): Promise<string | null> {
  // The extra character makes a name that is too long detectable, so that it is refused and not cut.
  const line = toLine(typed, VISITOR_NAME_MAX_LENGTH + 1);
  if (line.length > VISITOR_NAME_MAX_LENGTH)
    throw new RefusedError(413, VISITOR_NAME_TOO_LONG, 'name');
  const name = line === '' ? null : line;
  return change(host, trace, async (tx, after) => {
    const visitor = await changeAbout(tx, after, host, member, visitorId);
    if (visitor.name === name) return name;
    await tx.update(visitors).set({ name }).where(eq(visitors.id, visitorId));
    after.happened({
      type: 'visitor.changed',
      data: { visitorId },
      log: { subject: visitorId },
    });
    after.audit('visitor-named', { subject: await addressSubject(tx, visitor.email) });
    return name;
  });
}
