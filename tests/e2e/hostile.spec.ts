import { entryOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

/** Each would set this if it ran. */
const RUN = 'window.hit=1';

const SCRIPTS = [
  `<img src=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `</script><script>${RUN}</script>`,
  `</title><svg/onload=${RUN}>`,
  `javascript:${RUN}`,
  `https://a.example/"onmouseover="${RUN}`,
];

/** What would leave an attribute; brackets are in no address that is taken. */
const ADDRESS = `"onmouseover="${RUN}"@evil.example`;

test(
  'hostile text in every field is shown as text',
  { tag: '@journey' },
  async ({ signIn, visit }) => {
    const agent = await signIn('maya');
    const visitor = await visit(`/services?q=${encodeURIComponent(SCRIPTS.join(' '))}`);
    const hits: string[] = [];
    for (const page of [agent, visitor]) {
      page.on('dialog', (dialog) => void (hits.push(dialog.message()), dialog.dismiss()));
    }
    await startChat(visitor, ADDRESS);
    for (const text of SCRIPTS) {
      await sendText(visitor, text);
      // The toast and the list's preview, as they come in.
      await expect(entryOf(agent, ADDRESS)).toContainText(text.slice(0, 12));
    }
    await openThread(agent, ADDRESS);
    for (const text of SCRIPTS) {
      await expect(agent.getByTestId('message').filter({ hasText: text })).toHaveCount(1);
    }
    await reply(agent, SCRIPTS.join('\n'));
    await expect(visitor.getByTestId('message').filter({ hasText: SCRIPTS[0] })).toHaveCount(2);
    for (const page of [agent, visitor]) {
      expect(
        await page.evaluate(() => (window as unknown as { hit?: number }).hit),
      ).toBeUndefined();
      expect(await page.title()).not.toContain('<');
      const links = await page
        .getByTestId('message')
        .locator('a')
        .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).protocol));
      expect([...new Set(links)]).toEqual(['https:']);
    }
    expect(hits).toEqual([]);
  },
);

test('a name that is script is text on the team’s pages', async ({ signIn, visit }) => {
  const page = await visit('/create-account');
  await page.getByLabel('First name').fill(SCRIPTS[0] ?? '');
  await page.getByLabel('Last name').fill(SCRIPTS[2] ?? '');
  await page.getByLabel('Email').fill('eve@embarka.example');
  await page.getByLabel('Password', { exact: true }).fill('lantern-tide-41');
  await page.getByLabel('Confirm password', { exact: true }).fill('lantern-tide-41');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Account created successfully!')).toBeVisible();
  const admin = await signIn('henrik', '/team');
  await expect(admin.getByText(`${SCRIPTS[0]} `).first()).toBeVisible();
  await admin.goto('/team/audit');
  await expect(admin.getByText('eve@embarka.example').first()).toBeVisible();
  const hit = await admin.evaluate(() => (window as unknown as { hit?: number }).hit);
  expect(hit).toBeUndefined();
});

test('ten thousand marks and turned text break neither the page nor what stands beside', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  await agent.setViewportSize({ width: 390, height: 800 });
  const visitor = await visit('/');
  await startChat(visitor, 'zalgo@northfold.example');
  await sendText(visitor, `Z${'\u0301'.repeat(3000)}algo ${'x'.repeat(900)}`);
  await sendText(visitor, '\u202ePay me\u2067 at once');
  await openThread(agent, 'zalgo@northfold.example');
  await expect(agent.getByTestId('message').last()).toContainText('Pay me at once');
  for (const page of [agent, visitor]) {
    const { content, view } = await page.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      view: document.documentElement.clientWidth,
    }));
    expect(content).toBeLessThanOrEqual(view);
  }
  const { height } = (await agent.getByTestId('message').first().boundingBox()) ?? { height: 0 };
  expect(height).toBeLessThan(1200);
});
