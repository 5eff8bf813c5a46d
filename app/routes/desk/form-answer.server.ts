import { data, type RouterContextProvider } from 'react-router';
import { requestContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readFormData } from '../../platform/read-form.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import type { Member } from '../../team/members/member.ts';
import type { FormAnswer } from '../../ui/form/form-answer.ts';

type Typed = FormAnswer['typed'];

/** Secrets are never sent back. */
const SECRETS = ['password', 'confirmation', 'current', 'token'];

/** The texts of a form, but for its secrets. */
export function typedInto(form: FormData | undefined): Typed {
  const texts = [...(form ?? [])].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && !SECRETS.includes(entry[0]),
  );
  return Object.fromEntries(texts);
}

/**
 * Reads a form, does its `work`, and turns a refusal into what the form shows; faults go on to the
 * error handler.
 */
export async function answerForm(request: Request, work: (form: FormData) => Promise<string>) {
  let form: FormData | undefined;
  try {
    form = await readFormData(request);
    const message = await work(form);
    const answer: FormAnswer = { isDone: true, message, field: undefined, typed: {} };
    return data(answer);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { message, field, status, retryAfterSeconds } = error;
    const answer: FormAnswer = { isDone: false, message, field, typed: typedInto(form) };
    return data(answer, {
      status,
      ...(retryAfterSeconds === undefined
        ? {}
        : { headers: { 'Retry-After': String(retryAfterSeconds) } }),
    });
  }
}

/** A refusal where a file was asked for: there is no form left on the screen that could show it. */
export function sayRefusal({ message, status }: RefusedError): Response {
  return new Response(message, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

/** Who does this, and in which request: for the audit log. */
export function traceOf(context: Readonly<RouterContextProvider>, member?: Member): Trace {
  return { member, requestId: context.get(requestContext).id };
}

/** Pages of accounts are nobody else's. */
export const PRIVATE_PAGE_HEADERS = { 'Cache-Control': 'no-store' };
