import sharp from 'sharp';
import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect } from '../support/e2e.ts';
import { test } from '../support/e2e-with-model.ts';
import { makeOffer } from '../support/journey.ts';

const LOOK = process.env.EMBARKA_LOOK;

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

async function photo(name: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#8fb7ff"/><circle cx="600" cy="420" r="220" fill="#ffd166"/></svg>`;
  const buffer = await sharp(Buffer.from(svg)).jpeg().toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

test('a thread with everything in it reads in both themes, from a phone to a wide screen', async ({
  peer,
  signIn,
  visit,
}) => {
  test.slow();
  const maya = await signIn('maya');
  const elena = await visit('/services/graphics/book-design');
  await startChat(elena, VISITORS.elena);
  await sendText(
    elena,
    'Here is our cover. What does the whole book cost, and when could it be ready?',
  );
  await elena
    .locator('input[type=file][aria-label="Add files"]')
    .setInputFiles([
      await photo('cover-of-the-second-edition.jpg'),
      { name: 'brief.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nharbour') },
    ]);
  await sendText(elena, 'And the brief.');
  await openThread(maya, VISITORS.elena);
  await expect(messagesOf(maya)).toHaveCount(2);
  const tabs = (name: string) => maya.getByRole('button', { name, exact: true });
  await tabs('Private note').click();
  const note = maya.getByPlaceholder('Write a private note');
  await note.fill('@Leo Marchetti do you know the printer?');
  await note.press('Enter');
  await tabs('Reply').click();
  await reply(maya, 'This was for somebody else.');
  await maya.getByRole('button', { name: 'Take back' }).last().click();
  await expect(maya.getByRole('log').getByText('Message removed')).toBeVisible();
  await makeOffer(maya, { Service: 'Book design', 'Price each': '1500', 'Delivery in days': '7' });
  await expect(maya.getByTestId('offer')).toBeVisible();
  peer.answer = () => 'It costs $5. Pay at https://evil.example/pay';
  await maya.getByPlaceholder('Write a reply').fill('My own words');
  await maya.getByRole('button', { name: 'Draft an answer' }).click();
  await expect(
    maya.getByRole('region', { name: 'Drafted by a model' }).getByRole('alert'),
  ).toContainText('evil.example');
  for (const size of WIDTHS) {
    await maya.setViewportSize(size);
    await expect(maya.getByRole('log').getByText('Message removed')).toBeAttached();
    await expectAccessible(maya);
    const wider = await maya.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, `at ${size.width} px`).toBe(0);
    if (!LOOK) continue;
    for (const colorScheme of ['light', 'dark'] as const) {
      await maya.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await maya.waitForFunction(() => document.getAnimations().length === 0);
      await maya.screenshot({ path: `${LOOK}/thread-${size.width}-${colorScheme}.png` });
    }
  }
});
