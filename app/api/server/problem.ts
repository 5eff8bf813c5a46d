import { msg, english } from '../../i18n/translate.ts';
import type * as v from 'valibot';
import type { fault } from '../protocol/schemas.ts';

export const PROBLEMS = {
  'invalid-parameter': {
    status: 400,
    title: msg('A parameter cannot be used'),
    advice: msg('Correct the parameter that `parameter` names; `detail` says what it must be.'),
  },
  'unknown-parameter': {
    status: 400,
    title: msg('There is no such parameter'),
    advice: msg('Remove the parameter that `parameter` names, or correct its spelling.'),
  },
  'invalid-body': {
    status: 400,
    title: msg('What was sent cannot be used'),
    advice: msg('Correct the member that `parameter` names; `detail` says what it must be.'),
  },
  'too-large': {
    status: 413,
    title: msg('That is too much'),
    advice: msg('Send less at once: `detail` says how much is taken.'),
  },
  'unusable-rows': {
    status: 400,
    title: msg('There are mistakes in the file'),
    advice: msg(
      'Nothing was imported. `faults` names row, column and what to do, as the page for people does.',
    ),
  },
  'invalid-key': {
    status: 401,
    title: msg('The API key is not valid'),
    advice: msg(
      'Send the key as `Authorization: Bearer KEY`, or leave the header out to ask without a key. A revoked key stays revoked: ask an admin for a new one.',
    ),
  },
  'missing-scope': {
    status: 403,
    title: msg('The key is not for this'),
    advice: msg('Ask an admin for a key with the scope that `detail` names.'),
  },
  'not-found': {
    status: 404,
    title: msg('Nothing is found here'),
    advice: msg('Check the path. Sections, services and reviews can disappear.'),
  },
  'method-not-allowed': {
    status: 405,
    title: msg('This is not offered here'),
    advice: msg('Use one of the methods that the Allow header names.'),
  },
  conflict: {
    status: 409,
    title: msg('It is not as this needs it'),
    advice: msg('Read it again: `detail` says what it has become. Nothing was changed.'),
  },
  'events-gone': {
    status: 410,
    title: msg('These events are not kept any more'),
    advice: msg('Read the lists again, then follow from the number that `detail` names.'),
  },
  'not-acceptable': {
    status: 406,
    title: msg('There is no such form of it'),
    advice: msg('Send `Accept: application/json`, or no Accept header. A CSV file is `text/csv`.'),
  },
  'too-many-requests': {
    status: 429,
    title: msg('Too many requests'),
    advice: msg('Wait as many seconds as the Retry-After header says. A key raises the limit.'),
  },
  fault: {
    status: 500,
    title: msg('Something went wrong on our side'),
    advice: msg('Try again in a moment. If it stays, tell us the `requestId`.'),
  },
  unavailable: {
    status: 503,
    title: msg('Not at the moment'),
    advice: msg('Ask again in a few seconds, or after as many as the Retry-After header says.'),
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
