import { RestoreError } from '../app/platform/backup/restore-backup.server.ts';
import { FolderInUseError } from '../app/platform/db/folder-lock.server.ts';
import { SettingsError } from '../app/platform/settings.server.ts';

/** Runs a command; what its user can mend ends it with the message alone, and with status 1. */
export async function explainRefusals(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isTheirs = [RestoreError, SettingsError, FolderInUseError].some(
      (kind) => error instanceof kind,
    );
    if (!isTheirs) throw error;
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
