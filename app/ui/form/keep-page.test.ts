import { createStaticHandler, data, redirect } from 'react-router';
import { expect, test } from 'vitest';
import { keepPage, announceSubmission, type Submission } from './keep-page.ts';
import { faultOf } from './request-fault.ts';

const BEFORE = { message: 'Passwords do not match' };

/** Runs a form request with these results; returns the router's data and the submission. */
async function sendForm(results: Awaited<ReturnType<typeof keepPage>>) {
  const submission: Submission = { answerBefore: BEFORE };
  announceSubmission(submission);
  const request = new Request('https://shop.example/login.data', { method: 'POST' });
  return { kept: await keepPage({ request }, () => Promise.resolve(results)), submission };
}

/** The error that the router makes of a response. */
async function routerError(status: number): Promise<unknown> {
  const loader = () => Promise.reject(new Response('<h1>No</h1>', { status }));
  const handler = createStaticHandler([{ id: 'root', path: '/', loader }]);
  const context = await handler.query(new Request('https://shop.example/'));
  return context instanceof Response ? undefined : context.errors?.root;
}

test('what failed is told apart by what helps against it', async () => {
  const statuses = [408, 413, 429, 502, 503, 504, 404, 403];
  const errors = await Promise.all(statuses.map(routerError));
  expect(errors.map(faultOf)).toEqual([
    'unreachable',
    'too-long',
    'too-often',
    'broken',
    'broken',
    'broken',
    'refused',
    'not-allowed',
  ]);
  expect(faultOf(new TypeError('Failed to fetch'))).toBe('unreachable');
  expect(faultOf(new DOMException('Stopped', 'AbortError'))).toBe('unreachable');
  expect(faultOf(new Error('Unable to decode turbo-stream response'))).toBe('unreadable');
  expect(faultOf(new Error('Unexpected Server Error'))).toBe('broken');
});

test('a redirect is an answer, unless it asks to sign in before coming back', () => {
  expect(faultOf(redirect('/agentchat'))).toBeUndefined();
  expect(faultOf(redirect('/login?notice=password-set'))).toBeUndefined();
  expect(faultOf(redirect('/login?next=%2Fteam'))).toBe('signed-out');
});

test('a form that failed keeps the answer before, and the page is not read anew', async () => {
  const error = new TypeError('Failed to fetch');
  const { kept: saved, submission } = await sendForm({ login: { type: 'error', result: error } });
  expect(submission.fault).toBe('unreachable');
  expect(saved).toEqual({ login: { type: 'data', result: data(BEFORE, { status: 503 }) } });
});

test('a line that was cut is told as one, in the form in which the router hands it over', async () => {
  const error = data(new TypeError('Failed to fetch'), undefined);
  const { submission } = await sendForm({ login: { type: 'error', result: error } });
  expect(submission.fault).toBe('unreachable');
});

test('an answer of ours and a redirect pass through', async () => {
  for (const result of [
    { type: 'data', result: data({ isDone: true }, 200) } as const,
    { type: 'error', result: redirect('/agentchat') } as const,
  ]) {
    const { kept: saved, submission } = await sendForm({ login: result });
    expect(submission.fault).toBeUndefined();
    expect(saved.login).toBe(result);
  }
});

test('an answer that says nothing is nobody of ours', async () => {
  const { submission } = await sendForm({ login: { type: 'data', result: data(undefined, 204) } });
  expect(submission.fault).toBe('unreadable');
});

test('whoever was refused because somebody else was faster has the page read anew, whoever typed badly has not', async () => {
  const refused = { message: 'Somebody else changed the reply meanwhile.' };
  for (const status of [404, 409]) {
    const { kept: saved, submission } = await sendForm({
      reviews: { type: 'data', result: data(refused, status) },
    });
    expect(submission.fault).toBeUndefined();
    expect(saved).toEqual({ reviews: { type: 'data', result: data(refused) } });
  }
  const result = { type: 'data', result: data({ message: 'Enter a reply' }, 400) } as const;
  const { kept: saved } = await sendForm({ reviews: result });
  expect(saved.reviews).toBe(result);
});
