/** A plain-text mail to one person. There is no HTML, so nothing in it can be HTML. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
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
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** Refuses a line break in what becomes a header, where it would start a header of its own. */
export function checkHeaders({ to, subject }: MailMessage): void {
  if (/\p{Cc}/u.test(to) || /\p{Cc}/u.test(subject)) {
    throw new Error('A control character in the address or subject of a mail');
  }
}
