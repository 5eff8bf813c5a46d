/** A mail as bytes on the wire, in the shapes that programs write; the headers of a person's by default. */
export interface MimeMail {
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  readonly messageId?: string | null;
  /** Whole lines, behind the others. */
  readonly headers?: readonly string[];
  /** The header of its content and what follows. */
  readonly body?: string;
}

export function mime({
  from = 'Elena Ruiz <elena.ruiz@northfold.example>',
  to = 'support@shop.example',
  subject = 'Re: An answer from Embarka',
  messageId = `<${crypto.randomUUID().toUpperCase()}@northfold.example>`,
  headers = [],
  body = plain('Yes, please.'),
}: MimeMail = {}): Uint8Array {
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    ...(messageId === null ? [] : [`Message-ID: ${messageId}`]),
    'Date: Fri, 12 Jun 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    ...headers,
    body,
  ];
  return new Uint8Array(Buffer.from(lines.join('\n').replaceAll(/\r?\n/g, '\r\n'), 'utf8'));
}

/** A content of text alone. */
export function plain(text: string, type = 'text/plain; charset=utf-8'): string {
  return `Content-Type: ${type}\nContent-Transfer-Encoding: 8bit\n\n${text}`;
}

/** A content that travels as base64. */
export function base64(type: string, bytes: Uint8Array | string, more = ''): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,76}/g) ?? [];
  return `Content-Type: ${type}\nContent-Transfer-Encoding: base64\n${more}\n${lines.join('\n')}`;
}

/** An attachment under a name that is written as it is. */
export function attachment(name: string, bytes: Uint8Array | string, type = 'application/pdf') {
  return base64(type, bytes, `Content-Disposition: attachment; filename="${name}"\n`);
}

/** Several contents together. */
export function multipart(kind: string, ...parts: readonly string[]): string {
  const boundary = `part-${crypto.randomUUID()}`;
  const inner = parts.map((part) => `--${boundary}\n${part}\n`).join('');
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\n\n${inner}--${boundary}--\n`;
}
