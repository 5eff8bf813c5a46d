import type { StoredMessage } from '../../platform/stored-message.ts';

export interface ParsedMail {
  /** The Message-ID in angle brackets. Empty if the email has none. */
  readonly messageId: string;
  /**
   * Digests of the content, equal for all copies of the email. The first covers the whole text; see
   * `mail-digests.ts`.
   */
  readonly digests: readonly string[];
  /** The first valid address in From, or empty. */
  readonly sender: string;
  readonly replyTo: readonly string[];
  /** The original sender, as named by a mailing list that puts its own address into From. Otherwise empty. */
  readonly originalSender: string;
  /** Message-IDs of the emails that this email answers, the directly answered one first. */
  readonly answers: readonly string[];
  readonly subject: string;
  /** All addresses that the email names as recipients, including those of the envelope. */
  readonly receivers: readonly string[];
  readonly automatic: AutomaticMail | undefined;
  /** Message-IDs of the emails that a delivery report says could not be delivered. */
  readonly undelivered: readonly string[];
  /** True if the automatic headers may come from a contact form. */
  readonly mayBeForm: boolean;
  /** True if the email came through a mailing list or group of our own domain, such as a shared address. */
  readonly isOwnList: boolean;
  /** True for one of our own emails that came back. */
  readonly isOwn: boolean;
  readonly text: string;
  /** The remaining text: beyond the length limit, quotations and the signature. */
  readonly folded: string;
  readonly attachments: readonly MailAttachment[];
  /** Notices of attachments that are never added or cannot be read. */
  readonly notAdded: readonly StoredMessage[];
  readonly isEncrypted: boolean;
  /** Strings with the form of our secrets. They are removed if the database confirms them. */
  readonly possibleSecrets: readonly string[];
}

export interface MailAttachment {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export const AUTOMATIC_MAILS = ['automatic reply', 'bounce', 'list'] as const;
export type AutomaticMail = (typeof AUTOMATIC_MAILS)[number];

export interface MailToParse {
  readonly raw: Uint8Array;
  /**
   * The content type of a provider's request, which contains the email alone or in a field of a form or JSON.
   */
  readonly contentType?: string | undefined;
  /** True if only the beginning of the email was fetched. */
  readonly isCut: boolean;
  readonly replyAddress: string;
  readonly fromAddress: string;
  /** The host in the Message-IDs of our emails: '<…@host>'. */
  readonly ownHostname: string;
}
