/**
 * Text, or a card that another module added to the thread. An offer counts as an answer of the team. Answers
 * to offers and order updates are announcements and do not affect waiting.
 */
export const MESSAGE_KINDS = ['text', 'offer', 'offer-answer', 'order'] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The content of a card is defined by its module and by the screens that render the card. */
export type MessageCard = Readonly<Record<string, unknown>>;
