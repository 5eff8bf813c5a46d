/**
 * What a message is: something typed, or a card that another room put into the thread. An offer is said by the
 * team as a reply is; what was answered to it and what became of an order are told, and wait for nobody.
 */
export const MESSAGE_KINDS = ['text', 'offer', 'offer-answer', 'order'] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** What a card shows is known to the room that put it there, and to the screens that draw it. */
export type MessageCard = Readonly<Record<string, unknown>>;
