import { RefusedError } from '../platform/errors.ts';

/** Downloads and pages without a form show an error as plain text. */
export function explainAsText(error: Error): Response | undefined {
  return error instanceof RefusedError ? toRefusalResponse(error) : undefined;
}

export function toRefusalResponse(error: RefusedError): Response {
  return new Response(error.message, {
    status: error.status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...retryAfter(error) },
  });
}

export function refusal(error: RefusedError) {
  const { message, field, status } = error;
  return { status, headers: retryAfter(error), body: { error: { message, field } } };
}

function retryAfter({ retryAfterSeconds }: RefusedError): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
}

/**
 * The response has a Content-Length, because compression skips responses that are known to be short. Compressing
 * would cost more than the rest of the response.
 */
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

interface Download {
  readonly name: string;
  readonly type: string;
  readonly body: BodyInit;
}

/** A download is a POST, because it is recorded, and so that no email address appears in an access log. */
export function download({ name, type, body }: Download): Response {
  const disposition = `attachment; filename="${name}"`;
  return new Response(body, {
    headers: { 'Content-Type': type, 'Content-Disposition': disposition },
  });
}
