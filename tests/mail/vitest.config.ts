import { defineConfig } from 'vitest/config';

/** `npm run test:mail`: the mailbox of answers at Dovecot, and mails that Exim carries. */
export default defineConfig({
  test: {
    include: [
      'tests/mail/*.test.ts',
      'app/inbound-email/server/mailbox/watch-mailbox.slow.test.ts',
      // As the server's process ends in the midst of it.
      ...(process.env.FAULT_KILLS ? ['tests/faults/killed-mail.test.ts'] : []),
    ],
    environment: 'node',
    globalSetup: 'tests/support/contract.ts',
    fileParallelism: false,
    // A thousand kills take an hour.
    testTimeout: (Number(process.env.FAULT_KILLS) >= 100 ? 120 : 5) * 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
