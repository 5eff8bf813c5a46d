/** The entry points of an installation: the server, its threads, and the operator's commands. */
export const PROCESS_ENTRIES = {
  index: 'server/index.ts',
  'database-thread': 'app/platform/db/database-thread.server.ts',
  'render-thread': 'server/render-thread.ts',
  'picture-process': 'app/platform/files/pictures/picture-process.server.ts',
  'invoice-thread': 'app/billing/invoice-document/invoice-thread.server.ts',
  'mail-thread': 'app/inbound-email/server/parse/mail-thread.server.ts',
  account: 'scripts/account.ts',
  backup: 'scripts/backup.ts',
  'check-health': 'scripts/check-health.ts',
  'migrate-postgres': 'scripts/migrate-postgres.ts',
  restore: 'scripts/restore.ts',
};

/**
 * Packages that stay outside the bundle: PGlite reads files of its package, tests patch Socket.IO
 * in a running process, sharp and Typst are native programs, piscina's threads start from a file of
 * their own, and fonts are files.
 */
export const PACKAGES_BESIDE = [
  '@electric-sql/pglite',
  '@embedpdf/fonts-arabic',
  '@embedpdf/fonts-hebrew',
  '@embedpdf/fonts-jp',
  '@embedpdf/fonts-kr',
  '@embedpdf/fonts-latin',
  '@embedpdf/fonts-sc',
  '@myriaddreamin/typst-ts-node-compiler',
  'piscina',
  'sharp',
  'socket.io',
];

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
