import { replyAddresses } from '../../app/chat/server/email/tables.server.ts';
import { issueReplyAddress } from '../../app/chat/server/email/reply-address.server.ts';
import type { AppContext } from '../../app/app-context.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { readSettings } from '../../app/platform/settings.server.ts';
import { VISITORS } from './cast.ts';
import { recordingPublisher } from './database.ts';
import { createTestAppContext } from './app-context.ts';
import { reportingInboundMail } from './inbound-mail.ts';
import { employ, TEST_ORIGIN, teamServices } from './team.ts';
import { openVisitor } from './visitor.ts';

export const MAIL_SECRET = 'a-secret-of-the-mail-provider';

/** A host that takes mails in, and a visitor who was mailed and can answer. */
export async function answeredChat(db: Database, env: Record<string, string> = {}) {
  const services = teamServices(db);
  const maya = await employ(db, services, 'maya');
  const { publisher, events } = recordingPublisher();
  const reported = reportingInboundMail();
  const appContext: AppContext = {
    ...createTestAppContext(db, services),
    chat: publisher,
    inboundMail: reported.inboundMail,
    settings: readSettings({
      PUBLIC_ORIGIN: TEST_ORIGIN,
      MAIL_WEBHOOK_SECRET: MAIL_SECRET,
      REPLY_ADDRESS: 'support@shop.example',
      ...env,
    }),
  };
  const elena = await openVisitor(db, VISITORS.elena);
  const replyTo = await issueReplyAddress(
    db,
    appContext.clock,
    appContext.settings.mailIn,
    elena.id,
  );
  if (replyTo === undefined) throw new Error('No mail comes in here');
  return {
    appContext,
    services,
    maya,
    elena,
    replyTo,
    events,
    handled: reported.handled,
    mailbox: reported.mailbox,
    countReplyAddresses: () => db.$count(replyAddresses),
  };
}
