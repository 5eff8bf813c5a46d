/** How the mail server behaves: it answers, lets nobody in, or says nothing at all. */
export type ImapMood = 'answers' | 'refuses' | 'hangs';

export interface ReceivedEmail {
  readonly uid: number;
  readonly raw: Buffer;
  readonly flags: ReadonlySet<string>;
  readonly at: Date;
}

export interface ImapPeer {
  /** For IMAP_URL. */
  readonly url: string;
  readonly mails: ReceivedEmail[];
  mood: ImapMood;
  /** Whether it can tell of news by itself. */
  canIdle: boolean;
  readonly connections: number;
  readonly fetchedBytes: number;
  /** Called before each command is answered, in upper case; what it throws ends the connection. */
  onCommand: (command: string) => void;
  /** Puts a mail in, and tells whoever waits for news. */
  put(raw: Uint8Array, change?: { flags?: readonly string[]; at?: Date }): ReceivedEmail;
  /** Makes the mailbox anew: another one by its name, in which nobody has read anything. */
  renew(): void;
  /** Ends every connection. */
  drop(): void;
  close(): void;
}
