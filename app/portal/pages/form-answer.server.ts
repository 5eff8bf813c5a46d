import { data, type RouterContextProvider } from 'react-router';
import { requestContext } from '../../host.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import type { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import type { FormAnswer } from '../../ui/form/form-answer.ts';

/** Secrets are never sent back. */
const SECRETS = ['password', 'confirmation', 'current', 'token', 'code', 'credential'];

/** The values of a field in `lists` are joined by line breaks. Secrets are left out. */
function typedInto(form: FormData, lists: readonly string[]): FormAnswer['typed'] {
  const texts = [...form].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && !SECRETS.includes(entry[0]),
  );
  const ofLists = lists.map((name) => {
    const values = texts.filter(([field]) => field === name).map(([, value]) => value);
    return [name, values.join('\n')];
  });
  return { ...Object.fromEntries(texts), ...Object.fromEntries(ofLists) };
}

export function answerRefusal(
  refusal: RefusedError,
  sent: FormData,
  lists: readonly string[] = [],
) {
  const { message, field, status, retryAfterSeconds } = refusal;
  const typed = typedInto(sent, lists);
  const intent = readText(sent, 'intent');
  const answer: FormAnswer = { intent, isDone: false, message, field, typed };
  const headers = { 'Retry-After': String(retryAfterSeconds) };
  return data(answer, { status, ...(retryAfterSeconds === undefined ? {} : { headers }) });
}

/** Downloads and pages without a form show an error as plain text. */
export function sayRefusal({ message, status }: RefusedError): Response {
  return new Response(message, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

export function traceOf(context: Readonly<RouterContextProvider>, who?: Member): Trace {
  return { member: who, requestId: context.get(requestContext).id };
}
