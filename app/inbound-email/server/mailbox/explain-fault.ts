/** A temporary failure on our side that delays processing an email. */
export class NotYetError extends Error {
  override readonly name = 'NotYetError';
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the mail server in IMAP_URL is not known.',
  EAI_AGAIN: 'The name of the mail server in IMAP_URL could not be looked up.',
  ECONNREFUSED: 'The mail server of IMAP_URL does not answer there.',
  ECONNRESET: 'The mail server ended the connection.',
  EHOSTUNREACH: 'The mail server of IMAP_URL cannot be reached.',
  ENETUNREACH: 'The mail server of IMAP_URL cannot be reached.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ETIMEOUT: 'The mail server did not answer in time.',
  CONNECT_TIMEOUT: 'The mail server did not answer in time.',
  GREETING_TIMEOUT: 'The mail server did not answer in time.',
  UPGRADE_TIMEOUT: 'The mail server did not answer in time.',
  NoConnection: 'The mail server ended the connection.',
  EConnectionClosed: 'The mail server ended the connection.',
};

/**
 * Returns an explanation by error code. The server's own message stays in the log, because it may contain the
 * user name.
 */
export function explainFault(error: unknown): string {
  if (error instanceof NotYetError) return error.message;
  const fault = (error ?? {}) as {
    readonly authenticationFailed?: unknown;
    readonly mailboxMissing?: unknown;
    readonly code?: unknown;
    readonly tlsFailed?: unknown;
  };
  if (fault.authenticationFailed === true) {
    return 'The mail server did not accept the user name and password of IMAP_URL.';
  }
  if (fault.mailboxMissing === true) return 'The folder of IMAP_URL does not exist.';
  const code = typeof fault.code === 'string' ? fault.code : '';
  const known = FAULTS[code];
  if (known) return known;
  if (fault.tlsFailed === true || /CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code)) {
    return 'No encrypted connection to the mail server came about.';
  }
  return 'The mailbox could not be read. The log says why.';
}
