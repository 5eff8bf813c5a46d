import type { Settings } from '../app/platform/settings.server.ts';
import type { PrintedAccount } from '../app/accounts/server/sign-in/printed-passwords.server.ts';

export interface WaysIn {
  readonly accounts: readonly PrintedAccount[] | 'just printed';
  readonly setupToken: string | undefined;
}

/** Prints the start message for the person at the terminal; everything else goes to the log. */
export function announce(settings: Settings, port: number, { accounts, setupToken }: WaysIn): void {
  const origin = settings.publicOrigin ?? `http://localhost:${port}`;
  const lines = [
    '',
    `  ${settings.brandName} is ready`,
    '',
    `  Marketplace   ${origin}`,
    `  Agent Portal  ${origin}/login`,
  ];
  if (accounts === 'just printed') {
    lines.push(
      '',
      '  Another process printed the passwords of the demo accounts a moment ago. If you have lost',
      '  them, start again in a minute to get new passwords.',
    );
  } else if (accounts.length > 0) {
    lines.push(
      '',
      '  Demo accounts that nobody has used. Until an admin signs in, each start gives them new',
      '  passwords. The current passwords:',
    );
    const width = Math.max(...accounts.map(({ email }) => email.length));
    for (const { role, email, password } of accounts) {
      lines.push(`    ${role.padEnd(7)} ${email.padEnd(width)}  ${password}`);
    }
  }
  if (setupToken) {
    lines.push('', '  Create the first admin with this link. It works once:');
    lines.push(`    ${origin}/setup?token=${setupToken}`);
  }
  console.log([...lines, ''].join('\n'));
}
