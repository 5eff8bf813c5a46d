/** What an installation runs: the process and its threads, and the operator's commands. Each gets a file of its name. */
export const PROCESS_ENTRIES = {
  index: 'server/index.ts',
  'database-thread': 'app/platform/db/database-thread.server.ts',
  'render-thread': 'server/render-thread.ts',
  'picture-process': 'app/platform/files/pictures/picture-process.server.ts',
  'mail-thread': 'app/inbound-mail/parse/mail-thread.server.ts',
  account: 'scripts/account.ts',
  backup: 'scripts/backup.ts',
  'check-health': 'scripts/check-health.ts',
  'migrate-postgres': 'scripts/migrate-postgres.ts',
  restore: 'scripts/restore.ts',
};

/**
 * What stays a package beside the bundle, and is needed wherever it runs: the embedded database reads
 * files that lie with it, Socket.IO's own parts belong to whoever looks into a running process, what
 * works on pictures is a program of the system, and its threads begin with a file of their own.
 */
export const PACKAGES_BESIDE = ['@electric-sql/pglite', 'piscina', 'sharp', 'socket.io'];

/** What an installation reads, and what its operator does. */
export const CONTENTS = [
  'build/client',
  'build/database',
  'build/process',
  'db/migrations',
  'deploy',
  'docs',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'start.sh',
];
