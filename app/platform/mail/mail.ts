/** A mail to one person. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for programs that show HTML; whatever people typed is escaped in it. */
  readonly html?: string;
  /** Stays the same over attempts, so that a mail sent twice is shown once. */
  readonly messageId?: string;
  /** Where mail programs offer to stop mails like this one. */
  readonly unsubscribe?: string;
  /** The link the mail is about, already part of the text; logged where no mail server is set. */
  readonly link?: string;
}

/** Where the product's mails leave. */
export interface Mail {
  /** True when mails really reach people; only then may something be made to depend on one. */
  readonly isDelivered: boolean;
  /**
   * Hands a mail over and returns at once: how long delivery takes must not tell a stranger
   * whether there was anybody to write to. Failures are tried again, then logged.
   */
  send(message: MailMessage): void;
  /** One attempt, for callers that keep account of their own; rejects when it failed. */
  deliver(message: MailMessage): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** What became of a mail: it left, it lies in the outbox, or it was given up. */
export type MailOutcome = 'sent' | 'outbox' | 'failed';

export type ReportMail = (outcome: MailOutcome) => void;

/** Refuses a line break in what becomes a header, where it would start a header of its own. */
export function checkHeaders({ to, subject }: MailMessage): void {
  if (/\p{Cc}/u.test(to) || /\p{Cc}/u.test(subject)) {
    throw new Error('A control character in the address or subject of a mail');
  }
}

/** What nodemailer is handed: the address as an object, so that a comma in it cannot make it two. */
export function toEnvelope(
  from: string,
  { to, subject, text, html, messageId, unsubscribe }: MailMessage,
) {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId,
    ...(unsubscribe ? { list: { unsubscribe } } : {}),
  };
}
