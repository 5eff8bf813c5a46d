import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import { asForm, asJson, draftOf } from './loaded-order.ts';
import type { EntryProcess, TestClient } from './cluster.ts';
import { readMails } from './mails.ts';
import type { TestServer } from './server.ts';

interface Sent {
  readonly method: string;
  readonly body?: string;
  readonly headers: Record<string, string>;
}

/** A client with cookies that follows no redirect: of Node, or of a browser. */
export type Caller = (
  path: string,
  sent: Sent,
) => Promise<{ readonly status: number; readonly text: string; readonly location: string }>;

export function callerOf(to: EntryProcess, client: TestClient): Caller {
  return async (path, sent) => {
    const response = await client.fetch(to, path, sent);
    const location = response.headers.get('Location') ?? '';
    return { status: response.status, text: await response.text(), location };
  };
}

/** Sends a form as the scripts of a page do. */
export async function submitForm(
  call: Caller,
  page: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const { status, text } = await call(`${page}.data`, { method: 'POST', ...asForm(fields) });
  if (status >= 400) throw new Error(`${status} ${text}`);
}

/** An order in progress, from a chat to its brief. The agent is signed in and on duty. */
export async function payOrder(server: TestServer, maya: Caller, buyer: Caller) {
  const post = async <Answer>(call: Caller, path: string, body: object): Promise<Answer> => {
    const { status, text } = await call(path, asJson(body));
    if (status >= 400) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text || '{}') as Answer;
  };
  const id = newConversationId(new Date());
  const email = `${randomUUID().slice(0, 8)}-buyer@fleet.example`;
  const chat = `/chat/conversations/${id}`;
  await post(buyer, '/chat/conversations', { id, email, topic: 'Sales Inquiry', service: null });
  await post(buyer, `${chat}/confirmation`, {});
  let code: string | undefined;
  while (code === undefined) {
    await setTimeout(100);
    const mail = (await readMails(server)).find((one) => one.includes(`To: ${email}`));
    code = /minutes: (\d{6})/.exec(mail ?? '')?.[1];
  }
  await post(buyer, `${chat}/code`, { code });
  const { offer } = await post<{ offer: { offerId: string } }>(
    maya,
    `/agentchat/conversations/${id}/offers`,
    draftOf(5000, undefined),
  );
  const { order: name } = await post<{ order: string }>(buyer, `${chat}/offers/${offer.offerId}`, {
    answer: 'accepted',
  });
  const { location: path } = await buyer(`${chat}/orders/${name}`, { method: 'GET', headers: {} });
  await submitForm(maya, `/team/orders/${name}`, { intent: 'mark-paid', reference: 'PP-1' });
  await submitForm(buyer, path, { intent: 'brief', 'answer-0': 'Northfold' });
  return { path, name, email };
}
