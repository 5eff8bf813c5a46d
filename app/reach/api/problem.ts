/** Every way a request can fail: what it is called, its status, and what to do about it. */
export const PROBLEMS = {
  'invalid-parameter': {
    status: 400,
    title: 'A parameter cannot be used',
    advice: 'Correct the parameter that `parameter` names; `detail` says what it must be.',
  },
  'unknown-parameter': {
    status: 400,
    title: 'There is no such parameter',
    advice: 'Remove the parameter that `parameter` names, or correct its spelling.',
  },
  'invalid-key': {
    status: 401,
    title: 'The API key is not valid',
    advice:
      'Send the key as `Authorization: Bearer KEY`, or leave the header out to ask without a key. A revoked key stays revoked: ask an admin for a new one.',
  },
  'not-found': {
    status: 404,
    title: 'Nothing is found here',
    advice: 'Check the path. Sections, services and reviews can disappear.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This can only be read',
    advice: 'Use one of the methods that the Allow header names.',
  },
  'not-acceptable': {
    status: 406,
    title: 'There is only JSON here',
    advice: 'Send `Accept: application/json`, or no Accept header.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    advice: 'Wait as many seconds as the Retry-After header says. A key raises the limit.',
  },
  fault: {
    status: 500,
    title: 'Something went wrong on our side',
    advice: 'Try again in a moment. If it stays, tell us the `requestId`.',
  },
} as const;

export type ProblemKind = keyof typeof PROBLEMS;

/** Thrown on the way to an answer; becomes problem details (RFC 9457). */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly kind: ProblemKind;
  readonly parameter: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: ProblemKind,
    detail: string,
    more: { parameter?: string; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
    this.kind = kind;
    this.parameter = more.parameter;
    this.headers = more.headers ?? {};
  }
}

/** The members of a problem, as they travel. */
export function describeProblem(problem: ApiProblem, origin: string, requestId: string) {
  const { status, title } = PROBLEMS[problem.kind];
  return {
    type: `${origin}/api#${problem.kind}`,
    title,
    status,
    detail: problem.message,
    ...(problem.parameter === undefined ? {} : { parameter: problem.parameter }),
    requestId,
  };
}
