/** Who attacks: a visitor with a conversation, so that a socket of theirs is let in. */
export interface Attacker {
  readonly port: number;
  readonly origin: string;
  readonly cookie: string;
  readonly conversationId: string;
}
