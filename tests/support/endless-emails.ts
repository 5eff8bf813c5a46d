import { base64, multipart, plain } from './mime.ts';

/** Base64 avoids the parser's cost per line. */
const packed = (text: string) => base64('text/plain; charset=utf-8', text);
const html = (body: string) =>
  plain(`<html><body>${body}</body></html>`, 'text/html; charset=utf-8');
const repeated = (part: string, length: number) => part.repeat(length / part.length);

/** Bodies on which a careless parser spends minutes: the smallest pieces, repeated up to the limit. */
export const ENDLESS_EMAILS: readonly (readonly [name: string, body: string])[] = [
  ['labels', packed(repeated('a: 1\n', 60_000))],
  ['labels with empty lines', packed(repeated('a: 1 2 10:02\n\n', 60_000))],
  ['colons and marks', packed(repeated('4 June 2026:\n> x\n', 60_000))],
  ['wrapped labels', packed(repeated('a:\nb\nb\nb\nb\n', 60_000))],
  ['dashes', packed(repeated('-', 400_000))],
  ['lines of dashes', packed(repeated('--- a ---\n', 60_000))],
  ['spaces', packed(`x${repeated(' ', 400_000)}:`)],
  ['empty lines', packed(`x${repeated('\n', 60_000)}:`)],
  ['addresses', packed(repeated('<a@b> ', 400_000))],
  ['numbers', packed(repeated('1.1:', 400_000))],
  ['fences', packed(repeated('```\n', 60_000))],
  ['signatures', packed(repeated('-- \n', 60_000))],
  ['deep elements', html(repeated('<div>', 2_000_000))],
  ['deep quotations', html(repeated('<blockquote type=cite>', 2_000_000))],
  ['elements closed wrongly', html(`${repeated('<i>', 400_000)}${repeated('</b>', 400_000)}`)],
  [
    'plain quotations below empty lines',
    html(repeated('<br><br><blockquote>x</blockquote>', 2_000_000)),
  ],
  ['rules', html(repeated('<hr>', 2_000_000))],
  ['attributes', html(`<p ${repeated('a=b ', 1_000_000)}>x`)],
  ['broken tags', html(repeated('<', 2_000_000))],
  ['entities', html(repeated('&amp;', 2_000_000))],
  ['links', html(repeated('<a href=http://x.example>a</a>', 2_000_000))],
  ['encoded words', packed(repeated('=?x?q?=fc?= ', 60_000))],
  [
    'quoted-printable spaces',
    `Content-Type: text/plain; charset=x\nContent-Transfer-Encoding: quoted-printable\n\n${repeated(' ', 2_000_000)}=`,
  ],
  ['lines', plain(repeated('\n', 900_000))],
  [
    'lines in many parts',
    multipart('mixed', ...Array.from({ length: 300 }, () => plain(repeated('\n', 150)))),
  ],
  ['boundaries', multipart('mixed', ...Array.from({ length: 3000 }, () => plain('x')))],
];
