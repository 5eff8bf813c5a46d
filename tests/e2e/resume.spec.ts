import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { mailedLink } from '../support/mailed-links.ts';

test('a mailed link moves the chat to another device, once', async ({ server, signIn, visit }) => {
  // Four browsers, on a machine that may be busy.
  test.slow();
  const agent = await signIn('maya');
  const laptop = await visit();
  await startChat(laptop, VISITORS.elena);
  await sendText(laptop, 'I have to leave now');
  await openThread(agent, VISITORS.elena);
  await reply(agent, 'No hurry');
  await expect(messagesOf(laptop)).toHaveText([/leave now/, /No hurry/]);
  await laptop.getByRole('button', { name: 'Continue on another device' }).click();
  await expect(laptop.getByText(`A link is on its way to ${VISITORS.elena}`)).toBeVisible();
  const link = await mailedLink(server, VISITORS.elena, /Continue your chat/);

  // A program that checks the links of mails only looks.
  const scanner = await visit(link);
  await scanner.reload();
  await expectAccessible(scanner);

  const requests: string[] = [];
  const phone = await visit();
  phone.on('request', (request) => requests.push(request.headers().referer ?? ''));
  await phone.goto(link);
  await phone.getByRole('button', { name: 'Continue here' }).click();
  await expect(phone.getByRole('dialog', { name: 'Chat with Maya Okafor' })).toBeVisible();
  await expect(messagesOf(phone)).toHaveText([/leave now/, /No hurry/]);
  expect(requests.filter((referrer) => referrer.includes('token'))).toEqual([]);
  expect(phone.url()).not.toContain('token');

  await expect(laptop.getByText('This chat is no longer open in this browser.')).toBeVisible();
  await expect(laptop.getByText('No hurry')).toHaveCount(0);
  await sendText(phone, 'Here I am again');
  await expect(messagesOf(agent).last()).toContainText('Here I am again');
  await reply(agent, 'Welcome back');
  await expect(messagesOf(phone).last()).toContainText('Welcome back');
  await phone.reload();
  await phone.getByRole('button', { name: 'Open chat' }).click();
  await expect(messagesOf(phone)).toHaveCount(4);

  // The scanner's page still shows the button; the link itself is over.
  await scanner.getByRole('button', { name: 'Continue here' }).click();
  await expect(scanner.getByText('This link has been used or has expired.')).toBeVisible();
  await scanner.getByRole('button', { name: 'Start a chat' }).click();
  await expect(scanner.getByRole('button', { name: 'Sales Inquiry', exact: true })).toBeVisible();
});

test('whoever reads the mails can stop them, and still gets the link somebody asks for', async ({
  server,
  signIn,
  visit,
}) => {
  await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.priya);
  await sendText(visitor, 'Hello');
  await visitor.getByRole('button', { name: 'Continue on another device' }).click();
  const link = await mailedLink(server, VISITORS.priya, /Continue your chat/);
  const reader = await visit(link.replace('/chat/resume', '/chat/stop-mails'));
  await expectAccessible(reader);
  await reader.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(reader.getByText('Emails about this conversation have been stopped.')).toBeVisible();
  // A link that is not complete leads on.
  await reader.goto('/chat/stop-mails');
  await reader.getByRole('main').getByRole('link', { name: 'All Services' }).click();
  await expect(reader).toHaveURL('/services');
  await visitor.getByRole('button', { name: 'Continue on another device' }).click();
  await expect(visitor.getByText(`A link is on its way to ${VISITORS.priya}`)).toBeVisible();
});
