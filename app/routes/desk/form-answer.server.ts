import { data, type RouterContextProvider } from 'react-router';
import { requestContext } from '../../host.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import type { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import type { Member } from '../../team/members/member.ts';
import type { FormAnswer } from '../../ui/form/form-answer.ts';

/** Secrets are never sent back. */
const SECRETS = ['password', 'confirmation', 'current', 'token', 'code', 'credential'];

/** The texts of a form, but for its secrets; of `lists` all, a line each. */
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

/** What a form shows of a refusal: at its field, with what was typed. */
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

/** A refusal where a file was asked for, or a page that has no form: a sentence of its own. */
export function sayRefusal({ message, status }: RefusedError): Response {
  return new Response(message, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/** Who does this, and in which request: for the audit log. */
export function traceOf(context: Readonly<RouterContextProvider>, who?: Member): Trace {
  return { member: who, requestId: context.get(requestContext).id };
}
