import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '../app/i18n/messages.server.ts';
import { speechIn } from '../app/i18n/translate.ts';
import { toEnvelope } from '../app/platform/email/mail.ts';
import { FIRST_LOOK, lookAs } from '../app/platform/email/write-mail.server.ts';
import { LANGUAGES } from '../app/platform/languages.ts';
import { speaking } from '../app/platform/speech.server.ts';
import { createTransport } from 'nodemailer';
import { SAMPLE_LIST, type TypedTexts } from '../tests/support/sample-emails.ts';

/**
 * Writes every sample email to `build/emails`, in each language, as HTML in light and dark mode, as text and as the raw
 * email. Nothing is sent.
 */
const FOLDER = join(import.meta.dirname, '../build/emails');

const TYPED: TypedTexts = {
  brandName: 'Embarka',
  person: 'Maya Okafor',
  message: 'Hello Elena,\n\nthe cover is ready. שלום! Tell me what you think of the blue.',
  service: 'Book Design',
  company: 'Northfold Press',
  browser: 'Firefox on Linux',
  provider: 'Northfold Login',
  problem: 'Your order was received.',
};

const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
const index: string[] = [];
lookAs(() => ({ ...FIRST_LOOK, site: 'https://shop.example' }));
rmSync(FOLDER, { recursive: true, force: true });
for (const language of LANGUAGES) {
  mkdirSync(join(FOLDER, language), { recursive: true });
  index.push(`<h2>${language}</h2>`);
  for (const { name, write } of SAMPLE_LIST) {
    const message = speaking(speechIn(language), () => write(TYPED));
    const file = `${language}/${name.replaceAll(/\W+/g, '-')}`;
    const save = (ending: string, content: string | Uint8Array) =>
      writeFileSync(join(FOLDER, `${file}.${ending}`), content);
    const html = message.html ?? '';
    const dark = html.replace('@media (prefers-color-scheme:dark)', '@media all');
    save('light.html', html.replace('@media (prefers-color-scheme:dark)', '@media not all'));
    save('dark.html', dark);
    save('txt', message.text);
    // oxlint-disable-next-line no-await-in-loop -- a few hundred small files
    const { message: raw } = await transport.sendMail(
      toEnvelope({ name: TYPED.brandName, address: 'desk@shop.example' }, message),
    );
    if (Buffer.isBuffer(raw)) save('eml', raw);
    const links = ['light.html', 'dark.html', 'txt', 'eml'].map(
      (ending) => `<a href="${file}.${ending}">${ending}</a>`,
    );
    index.push(`<p>${name} (${Buffer.byteLength(html)} bytes): ${links.join(', ')}</p>`);
  }
}
const page = `<!doctype html>\n<meta charset="utf-8">\n<title>Emails</title>\n${index.join('\n')}\n`;
writeFileSync(join(FOLDER, 'index.html'), page);
console.log(`${SAMPLE_LIST.length} emails in ${LANGUAGES.length} languages: ${FOLDER}/index.html`);
