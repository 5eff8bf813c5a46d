import { msg, english } from '../../i18n/translate.ts';
import type * as v from 'valibot';
import type { fault } from '../protocol/schemas.ts';

export const PROBLEMS = {
  'invalid-parameter': {
    status: 400,
    title: msg('Invalid parameter'),
    advice: msg('Correct the parameter named in `parameter`; `detail` says what it must be.'),
  },
  'unknown-parameter': {
    status: 400,
    title: msg('Unknown parameter'),
    advice: msg('Remove the parameter named in `parameter`, or correct its spelling.'),
  },
  'invalid-body': {
    status: 400,
    title: msg('Invalid request body'),
    advice: msg('Correct the field named in `parameter`; `detail` says what it must be.'),
  },
  'too-large': {
    status: 413,
    title: msg('Request too large'),
    advice: msg('Send less at once: `detail` says how much is accepted.'),
  },
  'unusable-rows': {
    status: 400,
    title: msg('The file contains errors'),
    advice: msg(
      'Nothing was imported. `faults` lists row, column and what to fix, as the import page does.',
    ),
  },
  'invalid-key': {
    status: 401,
    title: msg('Invalid API key'),
    advice: msg(
      'Send the key as `Authorization: Bearer KEY`, or omit the header to make the request without a key. A revoked key stays revoked: ask an admin for a new one.',
    ),
  },
  'missing-scope': {
    status: 403,
    title: msg('Missing scope'),
    advice: msg('Ask an admin for a key with the scope named in `detail`.'),
  },
  'not-found': {
    status: 404,
    title: msg('Not found'),
    advice: msg('Check the path. Sections, services and reviews can be removed.'),
  },
  'method-not-allowed': {
    status: 405,
    title: msg('Method not allowed'),
    advice: msg('Use one of the methods listed in the Allow header.'),
  },
  conflict: {
    status: 409,
    title: msg('Conflict with the current state'),
    advice: msg('Read it again: `detail` describes its current state. Nothing was changed.'),
  },
  'events-gone': {
    status: 410,
    title: msg('Events no longer available'),
    advice: msg('Read the lists again, then follow events from the number given in `detail`.'),
  },
  'not-acceptable': {
    status: 406,
    title: msg('Format not available'),
    advice: msg(
      'Send `Accept: application/json`, or no Accept header. For a CSV file, use `text/csv`.',
    ),
  },
  'too-many-requests': {
    status: 429,
    title: msg('Too many requests'),
    advice: msg(
      'Wait for the number of seconds given in the Retry-After header. A key raises the limit.',
    ),
  },
  fault: {
    status: 500,
    title: msg('Something went wrong on our side'),
    advice: msg('Try again in a moment. If it keeps happening, send us the `requestId`.'),
  },
  unavailable: {
    status: 503,
    title: msg('Temporarily unavailable'),
    advice: msg('Wait a few seconds, or as long as the Retry-After header says.'),
  },
} as const;

export type ProblemKind = keyof typeof PROBLEMS;

type RowFault = v.InferOutput<typeof fault>;

/** An error that becomes problem details (RFC 9457). */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly kind: ProblemKind;
  readonly parameter: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly faults: readonly RowFault[] | undefined;

  constructor(
    kind: ProblemKind,
    detail: string,
    more: {
      parameter?: string | undefined;
      headers?: Readonly<Record<string, string>>;
      faults?: readonly RowFault[];
    } = {},
  ) {
    super(detail);
    this.kind = kind;
    this.parameter = more.parameter;
    this.headers = more.headers ?? {};
    this.faults = more.faults;
  }
}

export function describeProblem(problem: ApiProblem, origin: string, requestId: string) {
  const { status, title } = PROBLEMS[problem.kind];
  return {
    type: `${origin}/api#${problem.kind}`,
    title: english(title),
    status,
    detail: problem.message,
    ...(problem.parameter === undefined ? {} : { parameter: problem.parameter }),
    ...(problem.faults === undefined ? {} : { faults: problem.faults }),
    requestId,
  };
}
