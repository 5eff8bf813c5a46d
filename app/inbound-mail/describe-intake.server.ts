import { retellAny } from '../platform/retell.ts';
import type { Database } from '../platform/db/database.server.ts';
import type { Settings } from '../platform/settings.server.ts';
import { readIntake } from './mailbox/intake.server.ts';
import type { mailIntake } from './tables.server.ts';

/** How one way in stands, in instants as texts (ISO 8601). */
export interface WayIn {
  readonly workedAt: string | null;
  readonly failingSince: string | null;
  /** Why it fails, in words. */
  readonly fault: string | null;
  readonly lastMailAt: string | null;
}

/** How mails come in, for admins; without what is secret. */
export interface IntakeSetup {
  readonly replyAddress: string;
  readonly mailbox: (WayIn & { readonly address: string }) | null;
  readonly webhook: WayIn | null;
}

/** Null where no mail comes in. */
export async function describeIntake(
  db: Database,
  { mailIn }: Pick<Settings, 'mailIn'>,
): Promise<IntakeSetup | null> {
  if (!mailIn) return null;
  const { imap, webhookSecret, replyAddress } = mailIn;
  const [mailbox, webhook] = await Promise.all([readIntake(db, 'imap'), readIntake(db, 'webhook')]);
  return {
    replyAddress,
    mailbox: imap
      ? { address: `${imap.folder} at ${imap.host}:${imap.port}`, ...toWayIn(mailbox) }
      : null,
    webhook: webhookSecret === undefined ? null : toWayIn(webhook),
  };
}

function toWayIn(row: typeof mailIntake.$inferSelect | undefined): WayIn {
  return {
    workedAt: row?.workedAt?.toISOString() ?? null,
    failingSince: row?.failingSince?.toISOString() ?? null,
    fault: row?.fault ? retellAny(row.fault) : null,
    lastMailAt: row?.lastMailAt?.toISOString() ?? null,
  };
}
