import { isDevelopment } from './environment.ts';
import { FolderInUseError } from '../app/platform/db/folder-lock.server.ts';
import { readSettings, SettingsError } from '../app/platform/settings.server.ts';
import { start } from './start.ts';

try {
  const server = await start(readSettings(process.env), isDevelopment);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
} catch (error) {
  // What the operator can mend is said plainly, without a stack.
  if (!(error instanceof SettingsError) && !(error instanceof FolderInUseError)) throw error;
  console.error(`Embarka cannot start.\n${error.message}`);
  process.exit(1);
}
