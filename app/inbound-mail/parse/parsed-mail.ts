/** A mail as far as anything is done with it: what the thread that reads mails hands back. */
export interface ParsedMail {
  /** In angle brackets, as its writer's program named it; '' where it has no name. */
  readonly messageId: string;
  /** Of what it says, the same however it came; the first is of all of it, see `mail-digests.ts`. */
  readonly digests: readonly string[];
  /** The first address of From; '' where there is none that could be one. */
  readonly sender: string;
  /** The addresses in Reply-To that could be one. */
  readonly replyTo: readonly string[];
  /** Whom a group names that writes its own address into From; '' where none does. */
  readonly originalSender: string;
  /** The emails that it answers, by their Message-IDs: the one it answers first. */
  readonly answers: readonly string[];
  readonly subject: string;
  /** Every address it names as a receiver, the envelope's among them. */
  readonly receivers: readonly string[];
  /** Why nobody wrote it, or it is none to take in; undefined for what a person wrote. */
  readonly automatic: AutomaticMail | undefined;
  /** What is automatic about it may be that a contact form sent it. */
  readonly mayBeForm: boolean;
  /** It came through a mailing list or group of our own domain, such as a shared address. */
  readonly isOwnList: boolean;
  /** A mail of ours that came back. */
  readonly isOwn: boolean;
  /** What its writer said. */
  readonly text: string;
  /** What else it says: what does not fit, what was quoted, a signature. */
  readonly folded: string;
  readonly attachments: readonly MailAttachment[];
  /** Of attachments that are never kept, and of what cannot be read. */
  readonly notAdded: readonly string[];
  /** Nobody here has the key to what it says, or to a part of it. */
  readonly isEncrypted: boolean;
  /** What has the form of a secret of ours: taken out if it is one. */
  readonly possibleSecrets: readonly string[];
}

export interface MailAttachment {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export const AUTOMATIC_MAILS = ['automatic reply', 'bounce', 'list'] as const;
export type AutomaticMail = (typeof AUTOMATIC_MAILS)[number];

/** What is handed to the thread that reads mails. */
export interface MailToParse {
  readonly raw: Uint8Array;
  /** How a provider posted it: alone, or in a field of a form or of JSON. */
  readonly contentType?: string | undefined;
  /** It is longer: what follows was not fetched. */
  readonly isCut: boolean;
  /** Where our mails are answered. */
  readonly replyAddress: string;
  /** The address that our emails are from. */
  readonly fromAddress: string;
  /** Of the addresses of our mails' names: '<…@host>'. */
  readonly ownHost: string;
}
