import type { Database } from '../../platform/db/database.server.ts';
import type { Settings } from '../../platform/settings.server.ts';
import { readIntake } from './mailbox/intake.server.ts';
import type { mailIntake } from './tables.server.ts';
import { showLatest } from '../../platform/stored-message.ts';

/** The status of an intake channel. Times are ISO 8601 strings. */
export interface IntakeChannelView {
  readonly workedAt: string | null;
  readonly failingSince: string | null;
  readonly fault: string | null;
  readonly lastMailAt: string | null;
}

export interface IntakeSetup {
  readonly replyAddress: string;
  readonly mailbox: (IntakeChannelView & { readonly address: string }) | null;
  readonly webhook: IntakeChannelView | null;
}

/** Returns null if inbound email is not configured. */
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
      ? { address: `${imap.folder} at ${imap.host}:${imap.port}`, ...toIntakeChannelView(mailbox) }
      : null,
    webhook: webhookSecret === undefined ? null : toIntakeChannelView(webhook),
  };
}

function toIntakeChannelView(row: typeof mailIntake.$inferSelect | undefined): IntakeChannelView {
  return {
    workedAt: row?.workedAt?.toISOString() ?? null,
    failingSince: row?.failingSince?.toISOString() ?? null,
    fault: row?.failingSince ? showLatest(row.faultMessage, row.fault) : null,
    lastMailAt: row?.lastMailAt?.toISOString() ?? null,
  };
}
