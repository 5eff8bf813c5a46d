/** The kind of the jobs that send refunds to a provider. A job's key is the refund's id. */
export const REFUND_KIND = 'refund';
