/** The kind of the outbox that has a provider send money back; its key is the refund's id. */
export const REFUND_KIND = 'refund';
