import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { messagesOf, openThread, sendText, startChat } from '../support/chat.ts';
import { expect } from '../support/e2e.ts';
import { test } from '../support/e2e-with-model.ts';
import { ModelPeer, type AskedOfModel } from '../support/model-peer.ts';

const bookDesign = (asked: AskedOfModel) => `[${ModelPeer.numberOf(asked, 'Book Design')}]`;

test('an agent drafts answers and a summary, reads what is in doubt, and loses nothing of their own', async ({
  peer,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const loaded: string[] = [];
  maya.on('request', (request) => loaded.push(request.url()));
  const elena = await visit('/services/graphics/book-design');
  await startChat(elena, VISITORS.elena);
  await sendText(elena, 'What does the book design cost? My number is +44 20 7946 0000.');
  await openThread(maya, VISITORS.elena);
  const box = maya.getByPlaceholder('Write a reply');
  const panel = maya.getByRole('region', { name: 'Drafted by a model' });
  expect(loaded.filter((url) => /draft-p/.test(url))).toEqual([]);

  // Into an empty box it comes at once, and no further.
  const price = /\$[\d,]+/.exec(await elena.getByRole('main').innerText())?.[0] ?? '';
  peer.answer = (asked) => `Book Design costs ${price} ${bookDesign(asked)}.`;
  await maya.getByRole('button', { name: 'Draft an answer' }).click();
  await expect(box).toHaveValue(`Book Design costs ${price}.`);
  await expect(panel.getByRole('link', { name: 'Book Design' })).toHaveAttribute(
    'href',
    '/services/graphics/book-design',
  );
  await expectAccessible(maya);
  expect(peer.asked.at(-1)?.user).toContain('[telephone number]');
  await expect(messagesOf(elena)).toHaveCount(1);
  // A reload keeps it, and what it rests on.
  await maya.reload();
  await expect(box).toHaveValue(`Book Design costs ${price}.`);
  await expect(panel.getByRole('link', { name: 'Book Design' })).toBeVisible();
  await box.press('Enter');
  await expect(messagesOf(elena)).toHaveCount(2);
  await expect(panel).toHaveCount(0);

  // What stands in none of its sources is read first, and one's own words stay until one chooses.
  await box.fill('My own words');
  peer.answer = (asked) =>
    `Book Design costs $5 ${bookDesign(asked)}. Pay at https://evil.example/pay`;
  await maya.getByRole('button', { name: 'Draft an answer' }).click();
  await expect(panel.getByRole('alert')).toContainText('‘$5’');
  await expect(panel.getByRole('alert')).toContainText('evil.example');
  await expect(box).toHaveValue('My own words');
  await expectAccessible(maya);
  await panel.getByRole('button', { name: 'Replace my text' }).click();
  await expect(box).toHaveValue(/costs \$5/);
  await panel.getByRole('button', { name: 'Restore my text' }).click();
  await expect(box).toHaveValue('My own words');
  await panel.getByRole('button', { name: 'Discard draft' }).click();
  await expect(box).toHaveValue('My own words');
  await box.fill('');

  // Stopped, and an endpoint that fails: said where one is, with what to do.
  peer.answer = () => new Promise<string>(() => {});
  await maya.getByRole('button', { name: 'Draft an answer' }).click();
  await panel.getByRole('button', { name: 'Stop drafting' }).click();
  await expect(panel).toHaveCount(0);
  peer.answer = () => ({ status: 401 });
  await maya.getByRole('button', { name: 'Draft an answer' }).click();
  await expect(panel).toContainText('MODEL_KEY');
  peer.answer = (asked) => `It is ${price} ${bookDesign(asked)}.`;
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(box).toHaveValue(`It is ${price}.`);
  await box.press('End');
  await box.pressSequentially(' Shall we begin?');
  await box.press('Enter');
  await expect(messagesOf(elena)).toHaveCount(3);

  // A summary comes into the note, where it is changed before it is saved.
  const leo = await signIn('leo');
  peer.answer = () => 'Elena asks for a book design.';
  await maya.getByRole('button', { name: 'More', exact: true }).click();
  const note = maya.getByLabel('Note for the next agent (optional)');
  await note.fill('From me:');
  await maya.getByRole('button', { name: 'Draft a summary' }).click();
  await expect(note).toHaveValue('From me:\n\nElena asks for a book design.');
  await maya.getByRole('button', { name: /Leo Marchetti/ }).click();
  await openThread(leo, VISITORS.elena);
  await expect(leo.getByTestId('note')).toContainText('Elena asks for a book design.');
  await expect(messagesOf(elena)).toHaveCount(3);

  const ines = await signIn('ines', '/team/reports');
  const row = ines.getByRole('row', { name: /Maya Okafor Answers/ });
  // Asked, as drafted, edited, dropped, not decided, none came, in doubt.
  await expect(row).toContainText(/5\s*1\s*1\s*1\s*0\s*2\s*1/);
  await expect(ines.getByRole('row', { name: /Maya Okafor Summaries/ })).toContainText('1');
  await expectAccessible(ines);
});

test('an admin reads what is sent, and turns it off: no button is left', async ({
  signIn,
  visit,
}) => {
  const henrik = await signIn('henrik', '/team/settings#drafts');
  await expect(henrik.getByText('email addresses, telephone numbers')).toBeVisible();
  await expect(henrik.getByText('Private notes, visitor notes')).toBeVisible();
  await expectAccessible(henrik);
  await henrik.getByLabel('Drafts by a model').selectOption('off');
  await henrik.getByRole('button', { name: 'Save changes' }).click();
  await expect(henrik.getByText('Saved: Drafts by a model')).toBeVisible();
  const maya = await signIn('maya');
  const priya = await visit();
  await startChat(priya, VISITORS.priya);
  await sendText(priya, 'Hello');
  await openThread(maya, VISITORS.priya);
  await expect(maya.getByRole('button', { name: 'Make an offer' })).toBeVisible();
  await expect(maya.getByRole('button', { name: 'Draft an answer' })).toHaveCount(0);
});
