import { data, type RouterContextProvider } from 'react-router';
import { requestContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Trace } from '../../team/audit.server.ts';
import type { Member } from '../../team/member.ts';

/** What a form shows after it was sent. */
export interface FormAnswer {
  readonly isDone: boolean;
  readonly message: string;
  /** The field the message stands at; none for the form as a whole. */
  readonly field: string | undefined;
}

/** Turns a refusal into what the form shows; faults go on to the error handler. */
export async function answerForm(work: () => Promise<string>) {
  try {
    const answer: FormAnswer = { isDone: true, message: await work(), field: undefined };
    return data(answer);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { message, field, status, retryAfterSeconds } = error;
    const answer: FormAnswer = { isDone: false, message, field };
    return data(answer, {
      status,
      ...(retryAfterSeconds === undefined
        ? {}
        : { headers: { 'Retry-After': String(retryAfterSeconds) } }),
    });
  }
}

/** Who does this, and in which request: for the audit log. */
export function traceOf(context: Readonly<RouterContextProvider>, member?: Member): Trace {
  return { member, requestId: context.get(requestContext).id };
}

/** Pages of accounts are nobody else's, and links in their address stay where they are. */
export const PRIVATE_PAGE_HEADERS = { 'Cache-Control': 'no-store' };
