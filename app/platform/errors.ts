/**
 * A refusal that the person who caused it should read. Everything else that is thrown is a fault
 * of ours: logged with its request id and shown only as 'Something went wrong'.
 */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  /** Names the form field the message belongs to, where there is one. */
  readonly field: string | undefined;

  constructor(status: number, message: string, field?: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}
