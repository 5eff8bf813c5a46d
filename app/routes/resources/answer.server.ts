import { RefusedError } from '../../platform/errors.ts';

/** Runs a resource route and turns a refusal into JSON; faults go on to the error handler. */
export async function answer(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { status, headers, body } = refusal(error);
    return json(body, headers, status);
  }
}

/** What a refused request is answered with. */
export function refusal({ message, field, status, retryAfterSeconds }: RefusedError) {
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds);
  return { status, headers, body: { error: { message, field } } };
}

/** With its length: what is too short for it is not compressed, which would cost more than the rest of the answer. */
export function json(
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Response {
  const text = JSON.stringify(body);
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(text)),
      ...headers,
    },
  });
}
